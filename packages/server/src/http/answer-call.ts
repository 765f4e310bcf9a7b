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
import { sseEvent } from "@a2a/bridge/sse";
import { isA2AError, type Logger, type OperationName, type Principal } from "@a2a/types";
import { type Authenticate, Challenged, identified } from "../auth/authenticate.ts";
import { type Answers, SMALL_ANSWER } from "../budgets/answers.ts";
import type { HeavyWork } from "../budgets/heavy-work.ts";

import type { Perform, Performed, Reservation, ServerCall } from "../calls/call.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { MaybePromise } from "../util/maybe-promise.ts";
import type { BindingContext, HttpBinding, OpenCall, ReadCall } from "./bindings/binding.ts";
import type { Bodies, HeldBody } from "./bodies.ts";
import { checkContent, readLastEventId } from "./http-rules.ts";
import type { IncomingRequest, ServedAnswer } from "./incoming-request.ts";
import { reportRefusal } from "./refusals.ts";
import type { RouteTarget } from "./route.ts";

/** The dependencies of a call. */
export interface CallParts {
  readonly perform: Perform;
  readonly binding: BindingContext;
  readonly bindings: Readonly<Partial<Record<BindingName, HttpBinding>>>;
  readonly authenticate: Authenticate;
  readonly bodies: Bodies;
  readonly answers: Answers;
  /** Reserves the memory for a large request before its body is read. Throws when there is no room. */
  readonly reserve?: ((bytes: number, caller: Principal) => Reservation | undefined) | undefined;
  readonly heavy: HeavyWork;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
}

/** The one path of a call in every binding: authenticate, read, decode, perform, answer. */
export async function answerCall(
  parts: CallParts,
  binding: HttpBinding,
  request: IncomingRequest,
  target: RouteTarget,
  signal: AbortSignal,
): Promise<ServedAnswer> {
  try {
    checkContent(request);
  } catch (error) {
    return { ...binding.unread(request).error(asA2AError(error)), status: 415 };
  }
  const service = readServiceParameters(request.headers, request.query);
  // Who calls is decided by the headers: bodies of unknown callers are not kept.
  let caller: Principal | undefined;
  let authError: unknown;
  try {
    const shown = parts.authenticate(request);
    // Await any thenable: the promise of a library must not pass for a caller.
    caller = identified("then" in shown ? await shown : shown);
  } catch (error) {
    authError = error;
  }
  const form: Form = {};
  let reservation: Reservation | undefined;
  let operation: OperationName | undefined;
  try {
    reservation = caller && parts.reserve?.(Number(request.headers["content-length"] ?? 0), caller);
    const reading = readCall(parts, binding, { request, target, service, caller }, form);
    const read = reading instanceof Promise ? await reading : reading;
    if (caller === undefined || read === undefined) throw authError;
    if (!("call" in read)) return read;
    operation = read.call.operation;
    const memory = { reservation, body: form.body, countAnswer: parts.answers.count };
    const performed = await parts.perform(toServerCall(read, request, service, memory), caller, signal);
    // Large answers are written one per iteration of the event loop.
    if (performed.size !== undefined && performed.size > LARGE && !performed.uncount) await parts.heavy.turn();
    return toAnswer(parts, read, performed, caller);
  } catch (error) {
    const about = { path: request.path, caller: caller?.subject };
    const reply = form.open?.reply ?? binding.unread(request);
    // An unknown caller learns nothing about its body, not even that it is too large.
    const refused = refuse(parts, reply, caller ? error : authError, signal, about);
    const isPlain = operation !== undefined && isPlainError(reply.codec, operation, error);
    return isPlain ? refused : asEvent(request, reply.codec, refused);
  } finally {
    form.body?.release();
    reservation?.release();
  }
}

/** The form of the caller, as far as it is known, and the memory of the body. */
interface Form {
  open?: Pick<OpenCall, "reply">;
  body?: HeldBody | undefined;
}

interface Received {
  readonly request: IncomingRequest;
  readonly target: RouteTarget;
  readonly service: ServiceParameters;
  readonly caller: Principal | undefined;
}

/**
 * Reads the body and the call in it; `undefined` when the caller is not known. A function of its own, so that the text of a large body
 * is not held until the call is answered.
 */
function readCall(
  { bodies }: CallParts,
  binding: HttpBinding,
  { request, target, service, caller }: Received,
  form: Form,
): MaybePromise<ReadCall | Answer | undefined> {
  const { path, fallback, returnsImmediately } = target;
  const opened = (open: OpenCall | Answer): MaybePromise<ReadCall | Answer | undefined> => {
    if (!("read" in open)) return caller && open;
    form.open = open;
    if (caller === undefined) return undefined;
    const reading = open.read(caller);
    return "then" in reading ? reading.then((read) => known(read, form)) : known(reading, form);
  };
  const parse = (body: string, held?: HeldBody) => {
    form.body = held;
    const opening = binding.open({ http: request, body, path, fallback, returnsImmediately, service });
    return "then" in opening ? opening.then(opened) : opened(opening);
  };
  return caller ? bodies.read(request, caller, parse) : bodies.readUnauthenticated(request, parse);
}

function known(read: ReadCall | Answer, form: Form): ReadCall | Answer {
  if ("call" in read) form.open = read;
  return read;
}

function toServerCall(
  { call, reply }: ReadCall,
  { headers }: ServerRequest,
  { extensions }: ServiceParameters,
  { reservation, body, countAnswer }: Pick<ServerCall, "reservation" | "body" | "countAnswer">,
): ServerCall {
  const { operation, input, taskAlias } = call;
  const lastEventId = readLastEventId(headers["last-event-id"]);
  const { codec, binding } = reply;
  return {
    operation,
    input,
    taskAlias,
    codec,
    binding,
    extensions,
    lastEventId,
    headers,
    reservation,
    body,
    countAnswer,
  };
}

/** The answer to a call, together with the memory that it and its result occupy until it was sent. */
function toAnswer(
  { answers }: CallParts,
  { call, reply }: ReadCall,
  performed: Performed,
  caller: Principal,
): ServedAnswer {
  const { extensions, size = 0, release, uncount } = performed;
  try {
    let counted = uncount;
    let answer: Answer;
    if ("batches" in performed) {
      const { batches } = performed;
      answer = reply.stream(call, size > SMALL_ANSWER ? answers.admitStream(batches, size, caller) : batches);
    } else {
      answer = reply.result(call, performed.output);
      counted ??= answers.admit(answer, caller);
    }
    if (extensions) Object.assign(answer.headers, extensionHeaders(reply.codec, extensions));
    if ("hasGap" in performed) answer.headers["A2A-Replay"] = "gap";
    if ("isPrivate" in performed) Object.assign(answer.headers, PRIVATE);
    return counted || release ? { ...answer, release: both(counted, release) } : answer;
  } catch (error) {
    both(uncount, release)();
    throw error;
  }
}

/** Calls both. A function of its own: one that knew the answer would keep its text until it was read. */
function both(first: (() => void) | undefined, second: (() => void) | undefined): () => void {
  return () => {
    first?.();
    second?.();
  };
}

/** Texts longer than this are written one per iteration of the event loop. */
const LARGE = 256 * 1024;
const PRIVATE = { "Cache-Control": "private, no-store", Vary: "Authorization" };

/** The error in the caller's own form. */
function refuse(parts: CallParts, reply: Reply, error: unknown, signal: AbortSignal, about: object): Answer {
  if (signal.aborted) throw signal.reason;
  const answer = reply.error(reportRefusal(parts, error, about));
  if (!(error instanceof Challenged)) return answer;
  return { ...answer, headers: { ...answer.headers, "WWW-Authenticate": error.challenge } };
}

function isPlainError({ plainErrors }: VersionCodec, operation: OperationName, error: unknown): boolean {
  return plainErrors?.[operation]?.some((code) => isA2AError(error, code)) ?? false;
}

/** An error for a caller that accepts event streams alone: in some versions clients read no other body then. */
function asEvent({ headers }: ServerRequest, { errorsAsEvents }: VersionCodec, answer: Answer): Answer {
  const { status, body } = answer;
  if (!errorsAsEvents || status !== 200 || typeof body !== "string") return answer;
  if (!acceptsOnlyEvents(headers.accept)) return answer;
  return { status, headers: { ...answer.headers, ...STREAM_HEADERS }, body: sseEvent(body) };
}
