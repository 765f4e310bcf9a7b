import { hasEnded } from "../auth/stored-credential.ts";
import { TokenStore } from "../auth/token-store.ts";
import { openOutlet } from "../cli/agent.ts";
import { type Given, readArguments, textFlag, wantsJson } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, json, line } from "../cli/io.ts";
import { describeFlags, type Option } from "../cli/options.ts";
import { findCard } from "../connect/find-card.ts";
import { findTarget } from "../connect/target.ts";

const flags = {
  "client-id": { type: "string", value: "ID", help: "the client that is known to the authorization server" },
  "client-secret": {
    type: "string",
    value: "S",
    help: "its secret (better: A2ACLI_CLIENT_SECRET); with it no person is needed",
    secret: true,
  },
  scope: { type: "string", value: "S", help: "what to ask for", otherwise: "what the card asks for" },
  "token-url": { type: "string", value: "URL", help: "where tokens are given out", otherwise: "where the card says" },
  "device-url": { type: "string", value: "URL", help: "where device codes are", otherwise: "where the card says" },
} as const satisfies Readonly<Record<string, Option>>;

export const usage = `a2a auth login [REF] --client-id ID [flags]   gets a token by OAuth and keeps it for this agent
a2a auth status [REF]                         which agents there are tokens for
a2a auth logout [REF]                         forgets the token

${describeFlags(flags)}

  With a secret the flow is that of client credentials, without one that of a device code: a person enters it in a browser.
  Tokens are kept in ~/.config/a2a-cli/credentials.json, which only you can read, and go with every later call to the agent.`;

/** Logs in with an agent's authorization server, and keeps the token for later calls. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb = "", ...rest] = args;
  const verbs: Record<string, (given: Given, io: Io) => Promise<object>> = { login, status, logout };
  const carryOut = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (carryOut === undefined) throw new UsageError(`a2a auth ${verb}: expected login, status or logout`);
  const given = readArguments(rest, flags, io);
  const asJson = wantsJson(given);
  const result = await carryOut(given, io);
  if (asJson) io.out(`${json(result)}\n`);
  else for (const entry of Array.isArray(result) ? result : [result]) io.out(`${rendered(entry)}\n`);
  return 0;
}

async function login(given: Given, io: Io): Promise<object> {
  const clientId = textFlag(given, "client-id");
  if (clientId === undefined) throw new UsageError("a2a auth login: expected --client-id, or A2ACLI_CLIENT_ID");
  await using outlet = openOutlet(given, io);
  const target = await findTarget(given, io, given.positionals[0]);
  const { card } = await findCard(target, outlet);
  const origin = originOf("url" in target ? target.url : (card.supportedInterfaces[0]?.url ?? ""));
  const { logIn } = await import("../auth/login.ts");
  const token = await logIn({
    ...outlet,
    card,
    origin,
    io,
    clientId,
    clientSecret: textFlag(given, "client-secret"),
    tokenUrl: textFlag(given, "token-url"),
    deviceUrl: textFlag(given, "device-url"),
    scope: textFlag(given, "scope"),
  });
  const store = new TokenStore(io);
  store.set(origin, token);
  return { agent: origin, status: "logged in", file: store.path };
}

async function status(given: Given, io: Io): Promise<object> {
  const store = new TokenStore(io);
  const origins = isNamed(given) ? [await givenOrigin(given, io)] : store.origins();
  return origins.map((agent) => {
    const token = store.get(agent);
    if (token === undefined) return { agent, status: "logged out" };
    const expires = token.expiresAt === undefined ? "not said" : new Date(token.expiresAt).toISOString();
    const ended = hasEnded(token)
      ? token.refreshToken === undefined
        ? "expired"
        : "expired, will be renewed"
      : "logged in";
    return { agent, status: ended, expires };
  });
}

async function logout(given: Given, io: Io): Promise<object> {
  const agent = await givenOrigin(given, io);
  return { agent, status: new TokenStore(io).delete(agent) ? "logged out" : "was not logged in" };
}

function isNamed({ positionals, values }: Given): boolean {
  return positionals[0] !== undefined || values["agent-card"] !== undefined || values.agent !== undefined;
}

async function givenOrigin(given: Given, io: Io): Promise<string> {
  const target = await findTarget(given, io, given.positionals[0]);
  if (!("url" in target)) throw new UsageError(`${target.reference}: expected the address or the name of an agent`);
  return originOf(target.url);
}

function originOf(url: string): string {
  if (!URL.canParse(url)) throw new UsageError("the agent has no address");
  return new URL(url).origin;
}

function rendered(entry: object): string {
  const lines = Object.entries(entry).map(
    ([name, value]) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${line(String(value))}`,
  );
  return lines.join("\n");
}
