import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Binding, bindingOf, decodeCard } from "@a2a/card";
import { type AgentClient, connect } from "@a2a/client";
import type { HttpExchange } from "@a2a/http";
import { nodeExchange } from "@a2a/http/node";
import type { AgentCard, JsonValue } from "@a2a/types";
import { type Given, secondsFlag, textFlag, versionFlag } from "./arguments.ts";
import { UsageError } from "./failure.ts";
import { type Io, shown } from "./io.ts";

/** An agent to speak with, and what to let go of afterwards. */
export interface Connected extends AsyncDisposable {
  readonly client: AgentClient;
}

/** Connects with the agent that `--agent-card` or the environment names. */
export async function connectAgent(given: Given, io: Io, reference = agentReference(given, io)): Promise<Connected> {
  const version = versionFlag(given, "a2a-version");
  const node = nodeExchange({
    egress: { allowPrivate: true, allowHttp: true },
    timeoutMs: secondsFlag(given, "timeout"),
  });
  try {
    const client = await connect(await cardOrAddress(reference), {
      exchange: observed(node.exchange, given, io),
      headers: credentials(given, io),
      signal: io.signal,
      ...(version && { versions: [version] }),
      ...(given.values.transport !== undefined && { bindings: transports(given) }),
    });
    return { client, [Symbol.asyncDispose]: () => node.close() };
  } catch (error) {
    await node.close();
    throw error;
  }
}

/** What names the agent: a flag, the environment, or nothing. */
export function agentReference(given: Given, io: Io): string {
  const reference = textFlag(given, "agent-card") ?? io.env.A2ACLI_AGENT_CARD;
  if (reference !== undefined) return reference;
  throw new UsageError("no agent: pass --agent-card URL, or set A2ACLI_AGENT_CARD");
}

/** A card in a file, or an address. A host alone is taken for its HTTPS address. */
export async function cardOrAddress(reference: string): Promise<string | AgentCard> {
  if (reference.startsWith("file://")) {
    const text = await readFile(fileURLToPath(reference), "utf8");
    return decodeCard(JSON.parse(text) as JsonValue).card;
  }
  if (/^https?:\/\//i.test(reference)) return reference;
  const local = /^(localhost|127\.|\[::1\])/.test(reference);
  const address = `${local ? "http" : "https"}://${reference}`;
  if (!URL.canParse(address)) throw new UsageError(`${reference} is no address`);
  return address;
}

function credentials(given: Given, io: Io): Record<string, string> {
  const bearer = textFlag(given, "bearer") ?? io.env.A2ACLI_BEARER;
  const apiKey = textFlag(given, "api-key") ?? io.env.A2ACLI_API_KEY;
  const parameters = (given.values["svc-param"] ?? []) as readonly string[]; // declared as texts
  const extra = parameters.map((parameter) => {
    const equals = parameter.indexOf("=");
    if (equals < 1) throw new UsageError(`--svc-param ${parameter}: expected NAME=VALUE`);
    return [parameter.slice(0, equals), parameter.slice(equals + 1)];
  });
  return {
    ...Object.fromEntries(extra),
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    ...(apiKey !== undefined && { "X-API-Key": apiKey }),
  };
}

function transports(given: Given): Binding[] {
  return ((given.values.transport ?? []) as readonly string[]).map((name) => {
    const binding = bindingOf(name);
    if (binding === undefined) throw new UsageError(`--transport ${name}: expected JSONRPC or HTTP+JSON`);
    return binding;
  });
}

/** With `--debug`, what goes over the wire is shown on stderr; credentials never are. */
function observed(exchange: HttpExchange, given: Given, io: Io): HttpExchange {
  if (given.values.debug !== true) return exchange;
  return async (request) => {
    const headers = Object.entries(request.headers ?? {}).map(
      ([name, value]) => `${name}: ${SECRET.test(name) ? "***" : value}`,
    );
    io.err(`> ${request.method} ${shown(request.url)}\n${headers.map((line) => `> ${shown(line)}\n`).join("")}`);
    if (request.body !== undefined) io.err(`> ${shown(request.body)}\n`);
    const response = await exchange(request);
    io.err(`< ${response.status} ${shown(response.headers["content-type"] ?? "")}\n`);
    return response;
  };
}
const SECRET = /authorization|cookie|api-key|token/i;
