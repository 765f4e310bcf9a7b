import {
  readServiceParameters,
  Serialized,
  type StreamEncoder,
  type StreamItem,
  type UnarySpelling,
} from "@a2a/bridge";
import { groupsOf } from "@a2a/bridge/internal/streams";
import { A2AError, isTerminal, normalizeVersion } from "@a2a/types";
import { Metadata } from "@grpc/grpc-js";
import { toStatus } from "../errors/status.ts";
import type { GrpcMethod, GrpcService } from "../service/grpc-service.ts";
import type { NumberedMessage } from "../wire/message-codec.ts";
import type { GrpcCalls, PerformedCall, PerformedOnce, PerformedStream, ReadCall } from "./call-port.ts";
import type { CallSignals } from "./call-signals.ts";
import { EventWriter } from "./event-writer.ts";
import { whenTaken } from "./http2-stream.ts";
import type { Admission, CallStatus, IncomingCall } from "./incoming-call.ts";
import { SharedFrames } from "./shared-frames.ts";
import type { SlowReaders } from "./slow-readers.ts";

/** The dependencies that the calls of one server share. */
export interface CallParts {
  /** The agent; before it has started, one that refuses all calls. */
  agent: GrpcCalls;
  readonly readers: SlowReaders;
  readonly signals: CallSignals;
  /** The streams that are open; each is called when the server closes. */
  readonly streams: Set<() => void>;
}

/** Answers a call whose caller is known. */
export type AnswerCall = (call: IncomingCall, message: Buffer) => void;

/** How the calls of a service are answered, by the paths of its methods. */
export function answersOf(parts: CallParts, service: GrpcService): [path: string, answer: AnswerCall][] {
  const shared = new SharedFrames();
  return Object.values(service.methods).map((method) => {
    const served = { service, method, shared };
    return [method.path, (call, message) => void answerCall(parts, served, call, message)];
  });
}

/** A method that is served, and the frames of its events that readers share. */
interface ServedMethod {
  readonly service: GrpcService;
  readonly method: GrpcMethod;
  readonly shared: SharedFrames;
}

/** Answers a call: once, or with every event as it happens and as its reader takes it. */
async function answerCall(parts: CallParts, served: ServedMethod, call: IncomingCall, message: Buffer): Promise<void> {
  const { agent } = parts;
  const gone = parts.signals.take();
  let performed: PerformedCall | undefined;
  call.onOver = () => gone.abort(GONE);
  try {
    if (call.admission === undefined) throw new A2AError("UNAUTHENTICATED");
    const read = readCall(agent, served, call, message, call.admission);
    performed = await agent.perform(read, call.admission.caller, gone.signal);
    if ("batches" in performed) {
      await sendEvents(parts, served, call, performed);
      performed.release?.();
    } else sendOutput(parts, served, call, performed);
  } catch (error) {
    performed?.release?.();
    if (!call.isOver) call.end(refusal(agent, error, call));
  } finally {
    // grpc-js says of every call that has ended that it was canceled.
    call.onOver = undefined;
    call.held?.release();
    parts.signals.giveBack(gone);
  }
}
const GONE = new Error("the caller has gone");

function readCall(
  { options, limits }: GrpcCalls,
  { service, method }: ServedMethod,
  { held }: IncomingCall,
  message: Buffer,
  { headers }: Admission,
): ReadCall {
  const { codec, name, table } = service;
  const { version } = readServiceParameters(headers);
  if (version !== undefined && version !== codec.version && normalizeVersion(version) !== codec.version) {
    const shown = JSON.stringify(version.slice(0, 32));
    throw new A2AError("VERSION_NOT_SUPPORTED", `A2A-Version ${shown} is not served by ${name}: use ${codec.version}`);
  }
  const { operation } = method;
  const row = table[operation];
  if (row === undefined) throw new A2AError("METHOD_NOT_FOUND");
  const input = row.decodeInput(method.fromRequest(method.request.decode(message, limits)), options);
  return { operation, input, codec, binding: "GRPC", headers, size: message.length, body: held };
}

function sendOutput(
  { agent, readers }: CallParts,
  { service, method }: ServedMethod,
  call: IncomingCall,
  performed: PerformedOnce,
): void {
  const { output, release } = performed;
  // The row of an operation writes that operation's output; TypeScript does not follow the name through the table.
  const row = service.table[method.operation] as UnarySpelling<"getTask">;
  const value = (output instanceof Serialized ? output.value : output) as Parameters<typeof row.encodeOutput>[0];
  const message = row.encodeOutput(value, agent.options);
  const frames = method.response.encodeFrames([{ message }]);
  sendHead(call, service, performed);
  call.send(frames);
  call.end();
  // An answer that nobody reads takes memory until its caller has gone.
  if (release) whenTaken(call.stream, readers.stalledMs, release);
}

async function sendEvents(
  { agent, readers, streams }: CallParts,
  { service, method, shared }: ServedMethod,
  call: IncomingCall,
  performed: PerformedStream,
): Promise<void> {
  const row = service.table[method.operation];
  if (row === undefined || !("encoder" in row)) throw new TypeError(`${method.operation} does not stream`);
  const encoder = row.encoder(agent.options);
  const encode = (events: readonly StreamItem[]) => method.response.encodeFrames(messagesOf(encoder, events));
  const writer = new EventWriter(call, readers);
  const batches = performed.batches[Symbol.asyncIterator]();
  let isClosing = false;
  let last: StreamItem | undefined;
  const leave = () => void batches.return?.();
  const close = () => {
    isClosing = true;
    leave();
  };
  const abort = call.onOver;
  // A reader that goes ends its subscription and nothing else.
  call.onOver = () => {
    abort?.();
    leave();
    writer.leave();
  };
  streams.add(close);
  sendHead(call, service, performed);
  try {
    for (let read = await batches.next(); !read.done; read = await batches.next()) {
      for (const events of groupsOf(read.value)) {
        const written = writer.write(encoder.verbatim ? shared.of(events, encode) : encode(events));
        if (written !== true && !(await written)) return;
      }
      last = read.value.at(-1) ?? last;
    }
    if (call.isOver) return;
    // The agent stops before the streams of unfinished tasks are closed, and ends them.
    if (isClosing || (agent.isStopping() && !isLast(method, last))) {
      throw new A2AError("UNAVAILABLE", "The server is closing: resubscribe");
    }
    call.send(method.response.encodeFrames(encoder.finish().map((message) => ({ message }))));
    call.end();
  } finally {
    streams.delete(close);
    leave();
  }
}

/** The messages of events. The last one of an event carries its number, so that a reader never resumes within an event. */
function messagesOf(encoder: StreamEncoder, events: readonly StreamItem[]): NumberedMessage[] {
  const messages: NumberedMessage[] = [];
  for (const { event, seq } of events) {
    const frames = encoder.push(event);
    for (let n = 0; n < frames.length; n++) {
      messages.push({ message: frames[n] ?? null, number: n === frames.length - 1 ? seq : undefined });
    }
  }
  return messages;
}

/** Whether no event will follow, because the task has ended or a send was answered by a question. */
function isLast({ operation }: GrpcMethod, item: StreamItem | undefined): boolean {
  if (item === undefined) return false;
  const { event } = item;
  if ("message" in event) return true;
  const status = "task" in event ? event.task.status : "statusUpdate" in event ? event.statusUpdate.status : undefined;
  if (status === undefined) return false;
  return (
    isTerminal(status.state) || (operation === "sendStreamingMessage" && status.state === "TASK_STATE_INPUT_REQUIRED")
  );
}

/** Sends metadata ahead of the messages, if there is any. */
function sendHead(call: IncomingCall, { codec }: GrpcService, performed: PerformedCall): void {
  const { extensions = [] } = performed;
  const hasGap = "hasGap" in performed;
  if (extensions.length === 0 && !hasGap) return;
  const metadata = new Metadata();
  if (extensions.length > 0 && codec.extensionsHeader) {
    metadata.set(codec.extensionsHeader.toLowerCase(), extensions.join(", "));
  }
  if (hasGap) metadata.set("a2a-replay", "gap");
  call.head(metadata);
}

function refusal(agent: GrpcCalls, error: unknown, { path, admission }: IncomingCall): CallStatus {
  const about = { path, caller: admission?.caller.subject };
  return toStatus(agent.refuse(error, about), agent.options, path);
}
