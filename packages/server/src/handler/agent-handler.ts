import {
  type Answer,
  asA2AError,
  type Call,
  type CodecOptions,
  detectVersion,
  type Exchange,
  extensionHeaders,
  type Reply,
  readServiceParameters,
  type ServiceParameters,
  type VersionCodec,
} from "@a2a/bridge";
import {
  decodeRpcCall,
  EnvelopeError,
  type RpcRequest,
  readRpcRequest,
  rpcReply,
  rpcResult,
} from "@a2a/bridge/json-rpc";
import { decodeRestCall, detectRestVersion, restReply } from "@a2a/bridge/rest";
import type { CardHandler } from "@a2a/card/handler";
import {
  A2AError,
  isA2AError,
  isJsonObject,
  type JsonLimits,
  type OperationName,
  type Principal,
  type ProtocolVersion,
} from "@a2a/types";
import { type Authenticate, type Challenge, isChallenge } from "../auth/authenticate.ts";
import type { CallContext } from "../dispatch/call-context.ts";
import { activateExtensions, checkCapabilities } from "../dispatch/check-capabilities.ts";
import { dispatch } from "../dispatch/dispatch.ts";
import type { ServerContext } from "../dispatch/server-context.ts";
import type { Scope } from "../engine/port/task-engine.ts";
import { checkContent, type httpGate } from "./http-rules.ts";
import type { Place } from "./route.ts";

/** What a handler needs beside what its operations need. */
export interface HandlerParts {
  readonly server: ServerContext;
  /** The generations served, the newest first. */
  readonly codecs: readonly [VersionCodec, ...VersionCodec[]];
  readonly cards: CardHandler;
  readonly place: (method: string, path: string) => Place;
  readonly authenticate: Authenticate;
  readonly limits: JsonLimits;
  readonly strict: boolean;
  /** How the generations are read and written. */
  readonly options: CodecOptions;
  /** Rules of HTTP that hold before the protocol is looked at. */
  readonly gate: ReturnType<typeof httpGate>;
  /** Whether a caller may use an operation; all may when absent. */
  readonly authorize: ((caller: Principal, operation: OperationName) => boolean) | undefined;
  /** Whether a caller may work in a tenant other than the one it belongs to. */
  readonly mayUseTenant: (caller: Principal, tenant: string) => boolean;
  /** The public keys of signed webhooks. */
  readonly jwks: object | undefined;
}

/** A request and the signal that tells that its caller has gone. */
export type Handle = (exchange: Exchange, signal: AbortSignal) => Promise<Answer>;

/** The whole path of a request, from exchange to answer. */
export function exchangeHandler(parts: HandlerParts): Handle {
  const { before, after } = parts.gate;
  return (exchange, signal) => {
    const refused = before(exchange);
    if (refused) return Promise.resolve(refused);
    const answer = Promise.resolve(route(parts, exchange, signal));
    return after ? answer.then((reached) => after(exchange, reached)) : answer;
  };
}

function route(parts: HandlerParts, exchange: Exchange, signal: AbortSignal): Answer | Promise<Answer> {
  const card = parts.cards(exchange);
  if (card) return card;
  if (parts.jwks && exchange.path === "/.well-known/jwks.json" && exchange.method === "GET") {
    const headers = { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300" };
    return { status: 200, headers, body: JSON.stringify(parts.jwks) };
  }
  const place = parts.place(exchange.method, exchange.path);
  if (place?.kind === "rpc") return answerRpc(parts, exchange, place.fallback, signal);
  if (place?.kind === "rest") return answerRest(parts, exchange, place.path, signal);
  const [newest] = parts.codecs;
  const error = new A2AError("METHOD_NOT_FOUND", `There is nothing at ${exchange.path.slice(0, 100)}`);
  return restReply(exchange, newest).error(error);
}

async function answerRpc(
  parts: HandlerParts,
  exchange: Exchange,
  fallback: ProtocolVersion | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const [newest] = parts.codecs;
  let request: RpcRequest;
  try {
    checkContent(exchange);
    request = readRpcRequest(exchange.body, parts.limits);
  } catch (error) {
    if (error instanceof EnvelopeError) return rpcReply(error.id, newest).error(error.error);
    return withStatus(415, rpcReply(null, newest).error(asA2AError(error)));
  }
  const { strict, options } = parts;
  const service = readServiceParameters(exchange.headers, exchange.query);
  let codec = newest;
  let caller: Principal | undefined;
  try {
    const shown = parts.authenticate(exchange);
    // Whatever can be waited for is: a promise of some library's own must not pass for a caller.
    caller = identified("then" in shown ? await shown : shown);
    if (options.dialect?.cardMethods?.includes(request.method)) {
      return { status: 200, headers: { "Content-Type": "application/json" }, body: dialectCard(parts, request) };
    }
    const candidates = detectVersion(parts.codecs, {
      version: service.version,
      method: request.method,
      fallback,
      strict,
    });
    codec = candidates.length > 1 ? await chooseCodec(parts, candidates, request, caller) : (candidates[0] ?? newest);
    const call = decodeRpcCall(request, codec, options);
    return await carryOut(parts, exchange, service, caller, call, rpcReply(request.id, codec, options), signal);
  } catch (error) {
    return refuse(parts, rpcReply(request.id, codec, options), error, signal, {
      path: exchange.path,
      caller: caller?.subject,
    });
  }
}

async function answerRest(parts: HandlerParts, exchange: Exchange, path: string, signal: AbortSignal): Promise<Answer> {
  const [newest] = parts.codecs;
  const below = { ...exchange, path };
  const service = readServiceParameters(exchange.headers, exchange.query);
  let reply = restReply(exchange, newest);
  try {
    checkContent(exchange);
  } catch (error) {
    return withStatus(415, reply.error(asA2AError(error)));
  }
  let caller: Principal | undefined;
  try {
    const codec = detectRestVersion(parts.codecs, {
      version: service.version,
      method: exchange.method,
      path,
      strict: parts.strict,
    });
    reply = restReply(exchange, codec);
    caller = identified(await parts.authenticate(exchange));
    const call = decodeRestCall(below, codec, { limits: parts.limits, strict: parts.strict });
    return await carryOut(parts, exchange, service, caller, call, reply, signal);
  } catch (error) {
    return refuse(parts, reply, error, signal, { path: exchange.path, caller: caller?.subject });
  }
}

async function carryOut(
  parts: HandlerParts,
  exchange: Exchange,
  service: ServiceParameters,
  caller: Principal,
  call: Call,
  reply: Reply,
  signal: AbortSignal,
): Promise<Answer> {
  const { server } = parts;
  if (parts.authorize && !parts.authorize(caller, call.operation)) {
    throw new A2AError("PERMISSION_DENIED", `This caller may not use ${call.operation}`);
  }
  checkCapabilities(server.card, call.operation);
  const extensions = activateExtensions(server.card, call.operation, service.extensions);
  const context: CallContext = {
    call,
    reply,
    caller,
    scope: scopeOf(parts, caller, call),
    version: reply.codec.version,
    extensions,
    lastEventId: readLastEventId(exchange.headers["last-event-id"]),
    signal,
    logger: server.logger,
  };
  server.callers.enter(caller, call.operation);
  try {
    const answer = await traced(server, exchange, context);
    if (extensions.length === 0) return answer;
    return { ...answer, headers: { ...answer.headers, ...extensionHeaders(reply.codec, extensions) } };
  } finally {
    server.callers.leave(caller);
  }
}

function traced(server: ServerContext, { headers }: Exchange, context: CallContext): Promise<Answer> | Answer {
  if (server.tracing === undefined) return dispatch(server, context);
  const { call, reply, version } = context;
  const about = { operation: call.operation, binding: reply.binding, version, headers };
  return server.tracing.call(about, async () => dispatch(server, context));
}

/** Some dialects read the card by a method, and know no difference between the public and the extended one. */
function dialectCard({ server: { card }, codecs: [newest], options }: HandlerParts, { id }: RpcRequest): string {
  return rpcResult(id, JSON.stringify(newest.card.encode(card, options)));
}

function identified(result: Principal | Challenge): Principal {
  if (!isChallenge(result)) return result;
  throw new Challenged(result.challenge, result.message);
}

/** Methods that 0.1 shares with later generations are read in the generation the task was made in. */
async function chooseCodec(
  { server }: HandlerParts,
  [first, ...others]: readonly VersionCodec[],
  { params, method }: RpcRequest,
  caller: Principal,
): Promise<VersionCodec> {
  if (first === undefined) throw new A2AError("METHOD_NOT_FOUND", `Method not found: ${method.slice(0, 100)}`);
  const [other] = others;
  if (other === undefined || !isJsonObject(params) || typeof params.id !== "string") return first;
  const alias = await server.engine.resolveAlias({ tenant: caller.tenant ?? "", owner: caller.subject }, params.id);
  return [first, other].find((codec) => (codec.clientTaskIds === true) === (alias !== undefined)) ?? first;
}

function scopeOf(parts: HandlerParts, caller: Principal, call: Call): Scope {
  const own = caller.tenant ?? "";
  const tenant = ("tenant" in call.input && call.input.tenant) || own;
  if (tenant !== own && !parts.mayUseTenant(caller, tenant)) {
    throw new A2AError("PERMISSION_DENIED", "This caller may not work in that tenant");
  }
  return { tenant, owner: caller.subject };
}

function readLastEventId(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined;
}

function withStatus(status: number, answer: Answer): Answer {
  return { ...answer, status };
}

/** What went wrong, in the caller's own form. What only we should know goes to the log. */
function refuse({ server }: HandlerParts, reply: Reply, error: unknown, signal: AbortSignal, about: object): Answer {
  if (signal.aborted) throw signal.reason;
  if (!isA2AError(error)) server.logger.error({ error }, "a call failed");
  else if (isA2AError(error, "UNAUTHENTICATED")) server.logger.warn(about, "an unauthenticated call was refused");
  else if (isA2AError(error, "PERMISSION_DENIED")) server.logger.warn(about, "a call that is not allowed was refused");
  const answer = reply.error(asA2AError(error));
  if (!(error instanceof Challenged)) return answer;
  return { ...answer, headers: { ...answer.headers, "WWW-Authenticate": error.challenge } };
}

class Challenged extends A2AError {
  readonly challenge: string;

  constructor(challenge: string, message: string | undefined) {
    super("UNAUTHENTICATED", message);
    this.challenge = challenge;
  }
}
