import {
  type Answer,
  acceptsOnlyEvents,
  asA2AError,
  type BindingName,
  extensionHeaders,
  type Reply,
  readServiceParameters,
  type ServerRequest,
  type ServiceParameters,
  STREAM_HEADERS,
  type VersionCodec,
} from "@a2a/bridge";
import { restReply } from "@a2a/bridge/rest";
import { sseEvent } from "@a2a/bridge/sse";
import type { CardHandler } from "@a2a/card/handler";
import { A2AError, isA2AError, type Logger, type Principal } from "@a2a/types";
import { type Authenticate, type Challenge, isChallenge } from "../auth/authenticate.ts";
import type { BindingContext, HttpBinding, ReadCall } from "../bindings/binding.ts";
import type { Perform, Performed } from "../dispatch/call.ts";
import { wantsPage } from "./agent-page.ts";
import { isBelow, relativePath } from "./base-path.ts";
import type { httpGate } from "./http-rules.ts";
import { JWKS, type Router, type RouteTarget } from "./route.ts";

/** The parts of a handler. */
export interface HandlerParts {
  readonly perform: Perform;
  readonly binding: BindingContext;
  readonly bindings: Readonly<Partial<Record<BindingName, HttpBinding>>>;
  readonly authenticate: Authenticate;
  /** What is known about the agent below a path at which a framework mounted it. */
  readonly site: (mountPath: string) => Site;
  readonly router: Router;
  /** The path below which the handler lives, where no framework says otherwise. */
  readonly basePath: string;
  /** Whether requests elsewhere have no route. */
  readonly isBaseRequired: boolean;
  /** Rules of HTTP that hold before the protocol is looked at. */
  readonly gate: ReturnType<typeof httpGate>;
  /** The public keys of signed webhooks. */
  readonly jwks: object | undefined;
  readonly logger: Logger;
}

/** An agent as it is seen below one path. */
export interface Site {
  readonly cards: CardHandler;
  readonly page: Answer;
  /** The path of the card, as callers see it. */
  readonly cardPath: string;
}

/** A request and the signal that tells that its caller has gone. */
export type Handle = (request: ServerRequest, signal: AbortSignal) => Promise<Answer>;

/** The whole path of a request, from request to answer. */
export function createHandle(parts: HandlerParts): Handle {
  const { before, after } = parts.gate;
  return (request, signal) => {
    const refused = before(request);
    if (refused) return Promise.resolve(refused);
    const answer = Promise.resolve(answerAt(parts, request, signal));
    return after ? answer.then((reached) => after(request, reached)) : answer;
  };
}

function answerAt(parts: HandlerParts, whole: ServerRequest, signal: AbortSignal): Answer | Promise<Answer> {
  const { mountPath = "" } = whole;
  const path = relativePath(whole.path, mountPath || parts.basePath);
  const request = path === whole.path ? whole : { ...whole, path };
  const { cards, page, cardPath } = parts.site(mountPath);
  if (parts.isBaseRequired && mountPath === "" && !isBelow(whole.path, parts.basePath)) return noRouteAnswer();
  const card = cards(request);
  if (card) return card;
  if (parts.jwks && path === JWKS && request.method === "GET") {
    const headers = { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300" };
    return { status: 200, headers, body: JSON.stringify(parts.jwks) };
  }
  const target = parts.router.find(request.method, path);
  if (target && parts.bindings[target.binding]) return answerCall(parts, request, target, signal);
  if (path === "/" && wantsPage(request)) return request.method === "HEAD" ? { ...page, body: "" } : page;
  return noRouteAnswer();

  function noRouteAnswer(): Answer {
    return restReply(request, parts.binding.codecs[0]).error(noRoute(whole, `the agent card is at ${cardPath}`));
  }
}

/** The refusal of a request for which nobody has a route, with a pointer to where to go. */
export function noRoute({ method, path }: ServerRequest, pointer: string): A2AError {
  const where = `${method.slice(0, 20)} ${path.slice(0, 100)}`;
  return new A2AError("METHOD_NOT_FOUND", `No route for ${where}; ${pointer}`);
}

/** The one path of a call, whatever its binding: read, authenticate, decode, perform, answer. */
async function answerCall(
  parts: HandlerParts,
  request: ServerRequest,
  { binding, path, fallback }: RouteTarget,
  signal: AbortSignal,
): Promise<Answer> {
  const service = readServiceParameters(request.headers, request.query);
  const open = parts.bindings[binding]?.open({ http: request, path, fallback, service });
  if (open === undefined) throw new TypeError(`there is no binding ${binding}`);
  if (!("read" in open)) return open;
  let caller: Principal | undefined;
  try {
    const shown = parts.authenticate(request);
    // Whatever can be waited for is: a promise of some library's own must not pass for a caller.
    caller = identified("then" in shown ? await shown : shown);
    const reading = open.read(caller);
    const read = "then" in reading ? await reading : reading;
    if (!("call" in read)) return read;
    const performed = await parts.perform(toServerCall(read, request, service), caller, signal);
    return toAnswer(read, performed, read.reply.codec);
  } catch (error) {
    const about = { path: request.path, caller: caller?.subject };
    return asEvent(request, open.reply.codec, refuse(parts.logger, open.reply, error, signal, about));
  }
}

function toServerCall({ call, reply }: ReadCall, { headers }: ServerRequest, { extensions }: ServiceParameters) {
  const { operation, input, taskAlias } = call;
  const lastEventId = readLastEventId(headers["last-event-id"]);
  return { operation, input, taskAlias, codec: reply.codec, binding: reply.binding, extensions, lastEventId, headers };
}

function toAnswer({ call, reply }: ReadCall, performed: Performed, codec: VersionCodec): Answer {
  const answer = "batches" in performed ? reply.stream(call, performed.batches) : reply.result(call, performed.output);
  const { extensions } = performed;
  if (extensions) Object.assign(answer.headers, extensionHeaders(codec, extensions));
  if ("hasGap" in performed) answer.headers["A2A-Replay"] = "gap";
  if ("isPrivate" in performed) Object.assign(answer.headers, PRIVATE);
  return answer;
}
const PRIVATE = { "Cache-Control": "private, no-store", Vary: "Authorization" };

function identified(result: Principal | Challenge): Principal {
  if (!isChallenge(result)) return result;
  throw new Challenged(result.challenge, result.message);
}

function readLastEventId(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined;
}

/** The error in the caller's own form. Details that only the operator should know go to the log. */
function refuse(logger: Logger, reply: Reply, error: unknown, signal: AbortSignal, about: object): Answer {
  if (signal.aborted) throw signal.reason;
  if (!isA2AError(error)) logger.error({ ...about, error }, "call failed");
  else if (isA2AError(error, "UNAUTHENTICATED")) logger.warn(about, "unauthenticated call refused");
  else if (isA2AError(error, "PERMISSION_DENIED")) logger.warn(about, "unauthorized call refused");
  const answer = reply.error(asA2AError(error));
  if (!(error instanceof Challenged)) return answer;
  return { ...answer, headers: { ...answer.headers, "WWW-Authenticate": error.challenge } };
}

/** An error for a caller that accepts event streams alone: in some versions clients read no other body then. */
function asEvent({ headers }: ServerRequest, { errorsAsEvents }: VersionCodec, answer: Answer): Answer {
  const { status, body } = answer;
  if (!errorsAsEvents || status !== 200 || typeof body !== "string") return answer;
  if (!acceptsOnlyEvents(headers.accept)) return answer;
  return { status, headers: { ...answer.headers, ...STREAM_HEADERS }, body: sseEvent(body) };
}

class Challenged extends A2AError {
  readonly challenge: string;

  constructor(challenge: string, message: string | undefined) {
    super("UNAUTHENTICATED", message);
    this.challenge = challenge;
  }
}
