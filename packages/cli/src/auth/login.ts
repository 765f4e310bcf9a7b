import type { LoginServer, OAuthCredential, OAuthOptions, StoredToken } from "@a2a/client/oauth";
import type { HttpClient } from "@a2a/http";
import { type AgentCard, isLocalError, type Task } from "@a2a/types";
import { CliError, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { openBrowser } from "../cli/open-browser.ts";
import { Confirmation } from "./confirmation.ts";

/** Options of a login; the card provides the rest. */
export interface LoginOptions
  extends Pick<OAuthOptions, "clientId" | "clientSecret" | "issuer" | "tokenUrl" | "deviceUrl" | "scope" | "store"> {
  readonly exchange: HttpClient;
  readonly signal: AbortSignal;
  readonly card: AgentCard;
  /** The origin of the agent. */
  readonly origin: string;
  readonly io: Io;
  /** The port of the redirect URI. */
  readonly redirectPort?: number | undefined;
  /** Whether the user trusts the server that the card names, so that nobody has to be asked. */
  readonly isConfirmed?: boolean;
}

/** Gets a token with client credentials if there is a secret, else with a browser or a device code, as the card declares it. */
export function logIn(options: LoginOptions): Promise<StoredToken> {
  const { card, origin, exchange: http, signal } = options;
  return withLogin(options, (login) => login.logIn(card, { origin, http, signal }));
}

/** Does what a task with the status `auth-required` asks for: gets a token with further scopes, or opens the page that the agent names. */
export function authorizeTask(options: LoginOptions, read: (login: OAuthCredential) => Promise<Task>): Promise<void> {
  return withLogin(options, async (login) => {
    const task = await read(login);
    if (await login.authorize(task)) return;
    const state = task.status.state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
    throw new UsageError(
      `task ${line(task.id)} is ${state} and names no scopes and no page, so there is nothing to log in for`,
    );
  });
}

async function withLogin<T>(options: LoginOptions, use: (login: OAuthCredential) => Promise<T>): Promise<T> {
  const { clientId, clientSecret, issuer, tokenUrl, deviceUrl, scope, store, io, exchange, redirectPort } = options;
  const [{ oauth }, { loopbackRedirect }] = await Promise.all([
    import("@a2a/client/oauth"),
    import("@a2a/client/oauth-node"),
  ]);
  await using user = new Confirmation(io);
  let browser: AsyncDisposable | undefined;
  let refusal: CliError | undefined;
  const interactive: Partial<OAuthOptions> = {
    redirect: loopbackRedirect(redirectPort === undefined ? {} : { port: redirectPort }),
    async open(url) {
      io.err(`Open ${line(url)}\n`);
      browser = await openBrowser(url, io);
    },
    showCode: ({ url, code }) => io.err(`Open ${line(url)} and enter ${line(code)}\n`),
    async confirm(server) {
      refusal = await refusalOf(server, options, user);
      return refusal === undefined;
    },
  };
  const login = oauth({
    clientId,
    ...(clientSecret === undefined ? interactive : { clientSecret }),
    ...(issuer !== undefined && { issuer }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(deviceUrl !== undefined && { deviceUrl }),
    ...(scope !== undefined && { scope }),
    ...(store && { store }),
    http: exchange,
  });
  try {
    return await use(login);
  } catch (error) {
    if (refusal) throw refusal;
    if (isLocalError(error, "HTTP")) throw refused(error.message, error);
    if (isLocalError(error, "CONFIG") && error.message.includes("declares no login")) throw noLogin(options);
    throw error;
  } finally {
    await browser?.[Symbol.asyncDispose]();
  }
}

/** Shows which server a card sends the user to, and asks on a terminal whether that is right. */
async function refusalOf(
  { server, page }: LoginServer,
  { card, io, isConfirmed }: LoginOptions,
  user: Confirmation,
): Promise<CliError | undefined> {
  if (page === undefined) {
    io.err(`The card of ${line(card.name)} names the login server ${line(server)}.\n`);
    if (isConfirmed || !io.typed || (await user.confirms("Log in there?"))) return undefined;
    return refused("it was not confirmed");
  }
  // A page of another site could show the code of another provider, whose login the user would then give away.
  const warning = `the login page is at ${line(page)}, but the login server at ${line(server)}`;
  if (isConfirmed || (io.typed && (await user.confirms(`Careful: ${warning}. Continue?`)))) return undefined;
  return refused(`${warning}: pass --yes if you trust both`);
}

function noLogin({ card, clientSecret }: LoginOptions): UsageError {
  const [what, flags] =
    clientSecret === undefined
      ? ["a browser or a device code", "--issuer, or --device-url and --token-url"]
      : ["client credentials", "--token-url"];
  return new UsageError(
    `the card of ${line(card.name)} declares no login with ${what}: pass ${flags}, or set A2ACLI_BEARER`,
  );
}

function refused(reason: string, cause?: unknown): CliError {
  return new CliError("A2ACLI_ERR_AUTH_FAILED", `the login failed: ${reason}`, { cause });
}
