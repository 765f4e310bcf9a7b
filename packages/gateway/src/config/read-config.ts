import { apiKey, basic, bearer as bearerCredential, clientCredentials, tokenExchange } from "@a2a/client/auth";
import { type Authenticator, bearer, tokenBucket } from "@a2a/server";
import { jwt } from "@a2a/server/jwt";
import { type JsonValue, LocalError } from "@a2a/types";
import { parse } from "yaml";
import type { AgentOptions } from "../agents/agent-options.ts";
import type { AgentCredentials } from "../agents/credentials.ts";
import type { GatewayPolicy } from "../gateway/options.ts";
import type { ServeGatewayOptions } from "../node/serve-gateway.ts";
import { type GatewayConfig, GatewayConfigSchema } from "./schema.ts";

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration of a gateway, YAML or JSON. `${NAME}` in a value stands for an environment variable, so that secrets need not be
 * in the file. Throws a `LocalError` `CONFIG` that names the file and the member that is wrong.
 */
export function readGatewayConfig(text: string, file: string, environment: Environment = {}): ServeGatewayOptions {
  const problem = (message: string) => new LocalError("CONFIG", `${file}: ${message}`);
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw problem((error as Error).message); // thrown by the parser
  }
  const read = GatewayConfigSchema.safeParse(expanded(document as JsonValue, environment, problem));
  if (read.success) return toOptions(read.data);
  const [issue] = read.error.issues;
  throw problem(`${issue?.path.map(String).join(".") || "the document"}: ${issue?.message}`);
}

/** A document in which variables are replaced, in values and in the names of members. */
function expanded(value: JsonValue, environment: Environment, problem: (message: string) => LocalError): JsonValue {
  const expand = (text: string) =>
    text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const found = environment[name];
      if (found === undefined || found === "") throw problem(`environment variable ${name} is not set`);
      return found;
    });
  const walk = (node: JsonValue): JsonValue => {
    if (typeof node === "string") return expand(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [expand(name), walk(member)]));
  };
  return walk(value);
}

function toOptions(config: GatewayConfig): ServeGatewayOptions {
  const { auth, allowAnonymous, allowedOrigins, limits = {}, webhooks = {}, grpc, agents, ...rest } = config;
  const ways: Authenticator[] = [
    ...(auth?.bearer ? [bearer({ tokens: auth.bearer })] : []),
    ...(auth?.jwt ? [jwt(auth.jwt)] : []),
  ];
  const { callsPerSecond, burst, streamsPerCaller, callsPerCaller, bodyBytes } = limits;
  const policy = policyOf(config);
  return {
    ...defined(rest),
    ...(grpc && { grpc: defined(grpc) }),
    agents: Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, toAgent(agent)])),
    ...(ways.length > 0 && { auth: ways }),
    security: defined({ allowAnonymous, allowedOrigins }),
    limits: defined({
      maxStreamsPerCaller: streamsPerCaller,
      maxCallsPerCaller: callsPerCaller,
      maxBodyBytes: bodyBytes,
      rateLimit: callsPerSecond === undefined ? undefined : tokenBucket(defined({ perSecond: callsPerSecond, burst })),
    }),
    policy,
    webhooks:
      webhooks.enabled !== false &&
      defined({
        callbackUrl: webhooks.callbackUrl,
        secretKey: webhooks.secretKey,
        egress: webhooks.allowPrivate ? { allowPrivate: true, allowHttp: true } : undefined,
      }),
  };
}

function policyOf({ agents, limits = {} }: GatewayConfig): GatewayPolicy {
  const { messagesPerDay } = limits;
  return {
    authorize: ({ subject, source = "" }, _operation, agent) =>
      agents[agent]?.allow?.includes(`${source} ${subject}`) ?? true,
    ...(messagesPerDay !== undefined && { quota: () => ({ messages: messagesPerDay }) }),
  };
}

function toAgent({ credentials, card, allow: _, breaker, ...agent }: GatewayConfig["agents"][string]): AgentOptions {
  return {
    ...defined(agent),
    ...(credentials !== undefined && { credentials: toCredentials(credentials) }),
    ...(card !== undefined && { serveCard: card }),
    ...(breaker && { breaker: defined(breaker) }),
  };
}

function toCredentials(given: NonNullable<GatewayConfig["agents"][string]["credentials"]>): AgentCredentials {
  if (given === "none") return "none";
  if (given === "pass") return { pass: true };
  if ("passHeaders" in given) return { pass: given.passHeaders };
  if ("bearer" in given) return { own: bearerCredential(given.bearer) };
  if ("apiKey" in given) return { own: apiKey(given.apiKey, defined({ name: given.name })) };
  if ("basic" in given) return { own: basic(given.basic.username, given.basic.password) };
  if ("clientCredentials" in given) return { own: clientCredentials(defined(given.clientCredentials)) };
  return { exchange: tokenExchange(defined(given.exchange)) };
}

/** An object without the members that are undefined. */
function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]: Exclude<Members[Name], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  // What was left out was optional, or may be undefined, which the compiler cannot see in a type parameter.
  return Object.fromEntries(known) as { [Name in keyof Members]: Exclude<Members[Name], undefined> };
}
