import { clientCredentials } from "@a2a/client/auth";
import { type AgentCard, LocalError, type OAuthFlows, pause, type SecurityScheme } from "@a2a/types";
import { CliError, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { postForm, requestToken, type TokenRequest } from "./token-request.ts";
import type { StoredToken } from "./token-store.ts";

/** Options of a login; the card provides the rest. */
export interface LoginOptions extends Pick<TokenRequest, "exchange" | "signal"> {
  readonly card: AgentCard;
  /** The origin of the agent. */
  readonly origin: string;
  readonly io: Io;
  readonly clientId: string;
  /** With a secret, the client credentials flow is used; without, the device code flow. */
  readonly clientSecret?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly deviceUrl?: string | undefined;
  readonly scope?: string | undefined;
  /** Whether the user trusts the server that the card names, so that nobody has to be asked. */
  readonly isConfirmed?: boolean;
}

/** Gets a token with client credentials if there is a secret, else with a device code. */
export function logIn(options: LoginOptions): Promise<StoredToken> {
  return options.clientSecret === undefined
    ? byDeviceCode(options)
    : byClientCredentials(options, options.clientSecret);
}

async function byClientCredentials(options: LoginOptions, clientSecret: string): Promise<StoredToken> {
  const { card, origin, exchange, clientId, tokenUrl, scope } = options;
  const declared = schemeWith(card, "clientCredentials");
  if (declared === undefined && tokenUrl === undefined) throw offers(card, "client credentials", "--token-url");
  const given = { ...(tokenUrl !== undefined && { tokenUrl }), ...(scope !== undefined && { scope }) };
  const credential = clientCredentials({ clientId, clientSecret, ...given });
  const scheme = declared ?? ({ httpAuthSecurityScheme: { scheme: "Bearer" } } satisfies SecurityScheme);
  const flow = declared && flowOf(declared, "clientCredentials");
  const scopes = Object.keys(flow?.scopes ?? {});
  const proof = await credential.prove({ scheme, scopes, origin, http: exchange }).catch((error: unknown) => {
    throw error instanceof LocalError && error.code === "HTTP" ? refused(error.message, error) : error;
  });
  const accessToken = (proof.headers?.Authorization ?? "").replace(/^Bearer /, "");
  return { accessToken, tokenUrl: tokenUrl ?? flow?.tokenUrl ?? "", clientId, ...(scope !== undefined && { scope }) };
}

/** RFC 8628: shows a code that a person enters in a browser, and polls for the token. */
async function byDeviceCode(options: LoginOptions): Promise<StoredToken> {
  const { card, io, exchange, signal, clientId } = options;
  const declared = schemeWith(card, "deviceCode");
  const flow = declared && flowOf(declared, "deviceCode");
  const deviceUrl = options.deviceUrl ?? flow?.deviceAuthorizationUrl;
  const tokenUrl = options.tokenUrl ?? flow?.tokenUrl;
  if (deviceUrl === undefined || tokenUrl === undefined)
    throw offers(card, "a device code", "--device-url and --token-url");
  const isNamed = options.deviceUrl !== undefined && options.tokenUrl !== undefined;
  await using user = new Confirmation(io);
  if (!isNamed) await confirmServer(options, user, tokenUrl);
  const scope = options.scope ?? (Object.keys(flow?.scopes ?? {}).join(" ") || undefined);
  const asked = { client_id: clientId, ...(scope !== undefined && { scope }) };
  const answer = await postForm(options, deviceUrl, asked);
  const {
    device_code: deviceCode,
    user_code: code,
    verification_uri: uri,
    interval = 5,
    expires_in: life = 600,
  } = answer;
  if (typeof deviceCode !== "string" || typeof code !== "string" || typeof uri !== "string") {
    throw refused(`no device code: ${line(String(answer.error ?? "the answer has none"))}`);
  }
  await confirmPage(options, user, uri, tokenUrl);
  io.err(`Open ${line(uri)} and enter ${line(code)}\n`);
  let everyMs = Math.max(0.01, Number(interval) || 0) * 1000;
  for (const end = Date.now() + Number(life) * 1000; Date.now() < end; ) {
    await pause(everyMs, signal);
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: deviceCode };
    const result = await requestToken({ exchange, signal, tokenUrl, clientId, scope }, form);
    if ("token" in result) return result.token;
    if (result.error === "slow_down") everyMs += 5_000;
    else if (result.error !== "authorization_pending") throw refused(`${result.error} ${result.description}`.trim());
  }
  throw refused("the code was not entered in time");
}

/** Shows which server a card sends the user to, and asks on a terminal whether that is right. */
async function confirmServer(options: LoginOptions, user: Confirmation, tokenUrl: string): Promise<void> {
  const { card, io } = options;
  io.err(`The card of ${line(card.name)} names the login server ${line(hostOf(tokenUrl))}.\n`);
  if (options.isConfirmed || !io.typed || (await user.confirms("Log in there?"))) return;
  throw refused("it was not confirmed");
}

/** A page of another site could show the code of another provider, whose login the user would then give away. */
async function confirmPage(options: LoginOptions, user: Confirmation, uri: string, tokenUrl: string): Promise<void> {
  const [page, server] = [hostOf(uri), hostOf(tokenUrl)];
  if (options.isConfirmed || isSameSite(page, server)) return;
  const warning = `the login page is at ${line(page)}, but the login server at ${line(server)}`;
  if (options.io.typed && (await user.confirms(`Careful: ${warning}. Continue?`))) return;
  throw refused(`${warning}: pass --yes if you trust both`);
}

/** Asks the person at the terminal. */
class Confirmation implements AsyncDisposable {
  readonly #io: Io;
  #answers: AsyncIterator<Uint8Array | string> | undefined;

  constructor(io: Io) {
    this.#io = io;
  }

  async confirms(question: string): Promise<boolean> {
    this.#io.err(`${question} [y/N] `);
    this.#answers ??= this.#io.stdin[Symbol.asyncIterator]();
    const { value } = await this.#answers.next();
    const answer = typeof value === "string" ? value : new TextDecoder().decode(value);
    return /^\s*y(es)?\s*$/i.test(answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#answers?.return?.();
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}

/** Whether two hosts are the same, one below the other, or next to each other below a domain of two labels or more. */
function isSameSite(one: string, other: string): boolean {
  if (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)) return true;
  const parents = [one, other].map((host) => host.split(".").slice(1));
  const [parent = []] = parents;
  return parent.length > 1 && parents.every((labels) => labels.join(".") === parent.join("."));
}

function schemeWith(card: AgentCard, name: "deviceCode" | "clientCredentials"): SecurityScheme | undefined {
  return Object.values(card.securitySchemes ?? {}).find((scheme) => flowOf(scheme, name) !== undefined);
}

type Flows = { [Name in "deviceCode" | "clientCredentials"]: Extract<OAuthFlows, Record<Name, unknown>>[Name] };

function flowOf<Name extends keyof Flows>(scheme: SecurityScheme, name: Name): Flows[Name] | undefined {
  if (!("oauth2SecurityScheme" in scheme)) return undefined;
  const { flows } = scheme.oauth2SecurityScheme;
  return (flows as Partial<Flows>)[name]; // exactly one flow is there, and it may be another
}

function offers({ name }: AgentCard, what: string, flag: string): UsageError {
  return new UsageError(`the card of ${line(name)} declares no login with ${what}: pass ${flag}, or set A2ACLI_BEARER`);
}

function refused(reason: string, cause?: unknown): CliError {
  return new CliError("A2ACLI_ERR_AUTH_FAILED", `the login failed: ${reason}`, { cause });
}
