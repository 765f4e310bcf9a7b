import { hasExpired, parseToken } from "@a2a/client/oauth";
import type { LoginOptions } from "../auth/login.ts";
import { tokenStore } from "../auth/token-store.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, json, line } from "../cli/io.ts";
import { describeFlags, type Option } from "../cli/options.ts";
import { wrongSubcommand } from "../cli/suggest.ts";
import { renderTable } from "../cli/table.ts";
import { connectAgent, openOutlet } from "../connect/agent.ts";
import { findCard } from "../connect/find-card.ts";
import { findTarget } from "../connect/target.ts";
import { type Given, isSet, readArguments, textFlag, wantsJson } from "../settings/arguments.ts";

const flags = {
  "client-id": { type: "string", value: "ID", help: "the OAuth client id" },
  "client-secret": {
    type: "string",
    value: "S",
    help: "the OAuth client secret; prefer A2ACLI_CLIENT_SECRET",
    secret: true,
  },
  scope: { type: "string", value: "S", help: "the scopes to request", otherwise: "those the card lists" },
  issuer: {
    type: "string",
    value: "URL",
    help: "the authorization server, whose metadata are read",
    otherwise: "the card's",
  },
  "token-url": { type: "string", value: "URL", help: "the token endpoint", otherwise: "the card's" },
  "device-url": { type: "string", value: "URL", help: "the device authorization endpoint", otherwise: "the card's" },
  "redirect-port": {
    type: "string",
    value: "N",
    help: "the port on 127.0.0.1 to which the browser returns",
    otherwise: "a free one",
  },
  "task-id": {
    type: "string",
    value: "T",
    help: "the task that asks for a login: requests the scopes that it needs, or opens its page",
    settable: false,
  },
  yes: { type: "boolean", help: "trusts the login server and page without asking", settable: false },
} as const satisfies Readonly<Record<string, Option>>;

export const usage = `a2a auth login [REF] --client-id ID [flags]   gets an OAuth token and stores it for this agent
a2a auth status [REF]                         lists the agents with a stored token
a2a auth logout [REF]                         deletes the token

${describeFlags(flags)}

  With a client secret the command uses the client credentials flow. Without one you log in in a browser, as the card
  declares it: on a page that the command opens (authorization code with PKCE, returning to http://127.0.0.1:PORT/callback),
  or by entering a code (device code). Tokens are stored in ~/.config/a2a-cli/credentials.json, readable by you only, and are sent
  with every later call to the agent.

  A task that is auth-required waits for a login: a2a auth login --task-id T does what it asks for. Your next message to the
  task continues it.

Examples:
  a2a auth login https://desk.example --client-id my-app
  A2ACLI_CLIENT_SECRET=… a2a auth login desk --client-id robot --scope tasks
  a2a auth login desk --client-id my-app --task-id 0199
  a2a auth status`;

/** Logs in at an agent's authorization server, and stores the token for later calls. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb = "", ...rest] = args;
  const verbs: Record<string, (given: Given, io: Io) => Promise<object>> = { login, status, logout };
  const carryOut = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (carryOut === undefined) throw wrongSubcommand("auth", verb, Object.keys(verbs));
  const given = readArguments(rest, flags, io);
  const asJson = wantsJson(given);
  const result = await carryOut(given, io);
  if (asJson) io.out(`${json(result)}\n`);
  else if (!Array.isArray(result)) io.out(`${rendered(result)}\n`);
  else if (result.length > 0) {
    const rows = (result as TokenStatus[]).map(({ agent, status, expires = "" }) => [agent, status, expires]);
    io.out(renderTable(["agent", "status", "expires"], rows));
  } else io.err("Warning: no tokens are stored; a2a auth login gets one\n");
  return 0;
}

async function login(given: Given, io: Io): Promise<object> {
  const clientId = textFlag(given, "client-id");
  if (clientId === undefined) throw new UsageError("a2a auth login needs --client-id, or A2ACLI_CLIENT_ID");
  const target = await findTarget(given, io, given.positionals[0]);
  await using outlet = openOutlet(given, io, target);
  const { card } = await findCard(target, outlet);
  const origin = originOf("url" in target ? target.url : (card.supportedInterfaces[0]?.url ?? ""));
  const { authorizeTask, logIn } = await import("../auth/login.ts");
  const store = tokenStore(io);
  const flag = <Name extends string>(name: Name, option: string) => {
    const value = textFlag(given, option);
    return (value === undefined ? {} : { [name]: value }) as { readonly [_ in Name]?: string }; // one member, or none
  };
  const port = textFlag(given, "redirect-port");
  const options: LoginOptions = {
    exchange: outlet.exchange,
    signal: outlet.signal,
    card,
    origin,
    io,
    store,
    clientId,
    ...flag("clientSecret", "client-secret"),
    ...flag("issuer", "issuer"),
    ...flag("tokenUrl", "token-url"),
    ...flag("deviceUrl", "device-url"),
    ...flag("scope", "scope"),
    ...(port !== undefined && { redirectPort: portOf(port) }),
    isConfirmed: isSet(given, "yes"),
  };
  const taskId = textFlag(given, "task-id");
  if (taskId === undefined) await logIn(options);
  else {
    await authorizeTask(options, async (credential) => {
      await using agent = await connectAgent(given, io, given.positionals[0], credential);
      return await agent.client.getTask(taskId, { signal: agent.signal });
    });
  }
  return { agent: origin, status: "logged in", file: store.path, ...(taskId !== undefined && { task: taskId }) };
}

interface TokenStatus {
  readonly agent: string;
  readonly status: string;
  readonly expires?: string;
}

async function status(given: Given, io: Io): Promise<TokenStatus | readonly TokenStatus[]> {
  const store = tokenStore(io);
  const statusOf = (agent: string): TokenStatus => {
    const token = parseToken(store.get(agent));
    if (token === undefined) return { agent, status: "logged out" };
    const expires = token.expiresAt === undefined ? "unknown" : new Date(token.expiresAt).toISOString();
    const ended = hasExpired(token)
      ? token.refreshToken === undefined
        ? "expired"
        : "expired, will be renewed"
      : "logged in";
    return { agent, status: ended, expires };
  };
  return isNamed(given) ? statusOf(await givenOrigin(given, io)) : store.origins().map(statusOf);
}

async function logout(given: Given, io: Io): Promise<object> {
  const agent = await givenOrigin(given, io);
  return { agent, status: tokenStore(io).delete(agent) ? "logged out" : "was not logged in" };
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--redirect-port ${line(text)}: expected a number up to 65535`);
}

function isNamed({ positionals, values }: Given): boolean {
  return positionals[0] !== undefined || values["agent-card"] !== undefined || values.agent !== undefined;
}

async function givenOrigin(given: Given, io: Io): Promise<string> {
  const target = await findTarget(given, io, given.positionals[0]);
  if (!("url" in target)) throw new UsageError(`${target.reference}: expected the URL or name of an agent, not a file`);
  return originOf(target.url);
}

function originOf(url: string): string {
  if (!URL.canParse(url)) throw new UsageError("the card names no URL");
  return new URL(url).origin;
}

function rendered(entry: object): string {
  const lines = Object.entries(entry).map(
    ([name, value]) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${line(String(value))}`,
  );
  return lines.join("\n");
}
