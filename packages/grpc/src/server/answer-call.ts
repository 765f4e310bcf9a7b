import { type Headers, readServiceParameters, Serialized, type StreamItem, type UnarySpelling } from "@a2a/bridge";
import { A2AError, isTerminal, type JsonValue, normalizeVersion } from "@a2a/types";
import { Metadata, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { toStatus } from "../errors/status.ts";
import type { GrpcMethod, GrpcService } from "../service/grpc-service.ts";
import type { GrpcCalls, PerformedCall, PerformedStream, ReadCall } from "./call-port.ts";
import { type BytesStream, EventWriter } from "./event-writer.ts";
import type { Gate } from "./gate.ts";
import { whenTaken } from "./http2-stream.ts";
import type { SharedEvents } from "./shared-events.ts";
import type { SlowReaders } from "./slow-readers.ts";

/** The dependencies that the calls of one server share. */
export interface CallParts {
  /** The agent, once it has started. */
  readonly calls: () => GrpcCalls;
  /** The caller and the headers, which were read before the message was. */
  readonly admitted: Gate["admitted"];
  readonly readers: SlowReaders;
  /** The streams that are open; each is called when the server closes. */
  readonly streams: Set<() => void>;
}

type UnaryCall = ServerUnaryCall<Buffer, Buffer>;

/** Answers a unary call. */
export async function answerOnce(
  parts: CallParts,
  service: GrpcService,
  method: GrpcMethod,
  call: UnaryCall,
  send: sendUnaryData<Buffer>,
): Promise<void> {
  let performed: PerformedCall | undefined;
  try {
    performed = await perform(parts, service, method, call);
    if ("batches" in performed) throw new TypeError(`${method.operation} streams`);
    const { output } = performed;
    // The row of an operation writes that operation's output; TypeScript does not follow the name through the table.
    const row = service.table[method.operation] as UnarySpelling<"getTask">;
    const value = (output instanceof Serialized ? output.value : output) as Parameters<typeof row.encodeOutput>[0];
    const bytes = method.response.encode(row.encodeOutput(value, parts.calls().options));
    sendExtensions(call, service, performed);
    send(null, bytes);
    // An answer that nobody reads takes memory until its caller has gone.
    if (performed.release) whenTaken(call, parts.readers.stalledMs, performed.release);
  } catch (error) {
    performed?.release?.();
    send(refusal(parts, error, call));
  }
}

/** Answers a streaming call: every event as it happens, and as its reader takes it. */
export async function answerStream(
  parts: CallParts,
  service: GrpcService,
  method: GrpcMethod,
  call: BytesStream,
  shared: SharedEvents,
): Promise<void> {
  let performed: PerformedCall | undefined;
  try {
    performed = await perform(parts, service, method, call);
    if (!("batches" in performed)) throw new TypeError(`${method.operation} does not stream`);
    sendExtensions(call, service, performed);
    await writeEvents(parts, service, method, { call, performed, shared });
  } catch (error) {
    if (!call.cancelled) call.emit("error", refusal(parts, error, call));
  } finally {
    performed?.release?.();
  }
}

async function perform(
  parts: CallParts,
  service: GrpcService,
  method: GrpcMethod,
  call: UnaryCall | BytesStream,
): Promise<PerformedCall> {
  const calls = parts.calls();
  const admitted = parts.admitted(call.metadata);
  if (admitted === undefined) throw new A2AError("UNAUTHENTICATED");
  const { caller, release } = admitted;
  const headers = { ...admitted.headers, host: call.getHost() };
  const gone = new AbortController();
  let isPerformed = false;
  // grpc-js says so of every call that has ended. An abort that nobody waits for costs as much as reading the message.
  call.once("cancelled", () => {
    if (!isPerformed) gone.abort(GONE);
  });
  const read = readCall(calls, service, method, call.request, headers);
  release();
  const performed = await calls.perform(read, caller, gone.signal);
  isPerformed = !("batches" in performed);
  return performed;
}
const GONE = new Error("the caller has gone");

function readCall(
  { options, limits }: GrpcCalls,
  { codec, name, table }: GrpcService,
  method: GrpcMethod,
  message: Buffer,
  headers: Headers,
): ReadCall {
  const { version } = readServiceParameters(headers);
  if (version !== undefined && normalizeVersion(version) !== codec.version) {
    const shown = JSON.stringify(version.slice(0, 32));
    throw new A2AError("VERSION_NOT_SUPPORTED", `A2A-Version ${shown} is not served by ${name}: use ${codec.version}`);
  }
  const { operation } = method;
  const row = table[operation];
  if (row === undefined) throw new A2AError("METHOD_NOT_FOUND");
  const input = row.decodeInput(method.fromRequest(method.request.decode(message, limits)), options);
  return { operation, input, codec, binding: "GRPC", headers, size: message.length };
}

interface OpenStream {
  readonly call: BytesStream;
  readonly performed: PerformedStream;
  readonly shared: SharedEvents;
}

async function writeEvents(
  parts: CallParts,
  service: GrpcService,
  method: GrpcMethod,
  { call, performed, shared }: OpenStream,
): Promise<void> {
  const row = service.table[method.operation];
  if (row === undefined || !("encoder" in row)) throw new TypeError(`${method.operation} does not stream`);
  const encoder = row.encoder(parts.calls().options);
  const writer = new EventWriter(call, parts.readers);
  const batches = performed.batches[Symbol.asyncIterator]();
  let isClosing = false;
  let last: StreamItem | undefined;
  const leave = () => void batches.return?.();
  const close = () => {
    isClosing = true;
    leave();
  };
  // A reader that goes ends its subscription and nothing else.
  call.once("cancelled", leave);
  parts.streams.add(close);
  const encode = (frames: readonly JsonValue[], seq?: number) =>
    // The last one carries the number, so that a reader never resumes within an event.
    frames.map((frame, index) => method.response.encode(frame, index === frames.length - 1 ? seq : undefined));
  try {
    for (let read = await batches.next(); !read.done; read = await batches.next()) {
      for (const item of read.value) {
        last = item;
        const events = encoder.verbatim
          ? shared.of(item, () => encode(encoder.push(item.event), item.seq))
          : encode(encoder.push(item.event), item.seq);
        for (const event of events) {
          const written = writer.write(event);
          if (written !== true && !(await written)) return;
        }
      }
    }
    if (call.cancelled) return;
    // The agent stops before the streams of unfinished tasks are closed, and ends them.
    if (isClosing || (parts.calls().isStopping() && !isOver(method, last))) {
      throw new A2AError("UNAVAILABLE", "The server is closing: resubscribe");
    }
    for (const event of encode(encoder.finish())) call.write(event);
    call.end();
  } finally {
    parts.streams.delete(close);
    leave();
  }
}

/** Whether no event will follow, because the task has ended or a send was answered by a question. */
function isOver({ operation }: GrpcMethod, last: StreamItem | undefined): boolean {
  if (last === undefined) return false;
  const { event } = last;
  if ("message" in event) return true;
  const status = "task" in event ? event.task.status : "statusUpdate" in event ? event.statusUpdate.status : undefined;
  if (status === undefined) return false;
  return (
    isTerminal(status.state) || (operation === "sendStreamingMessage" && status.state === "TASK_STATE_INPUT_REQUIRED")
  );
}

function sendExtensions(call: UnaryCall | BytesStream, { codec }: GrpcService, performed: PerformedCall): void {
  const { extensions = [] } = performed;
  const hasGap = "hasGap" in performed;
  if (extensions.length === 0 && !hasGap) return;
  const metadata = new Metadata();
  if (extensions.length > 0 && codec.extensionsHeader) {
    metadata.set(codec.extensionsHeader.toLowerCase(), extensions.join(", "));
  }
  if (hasGap) metadata.set("a2a-replay", "gap");
  call.sendMetadata(metadata);
}

function refusal(parts: CallParts, error: unknown, call: UnaryCall | BytesStream) {
  const calls = parts.calls();
  const about = { path: call.getPath(), caller: parts.admitted(call.metadata)?.caller.subject };
  // Of a caller that has gone, the reason is not worth a line in the log.
  return call.cancelled ? CANCELED : toStatus(calls.refuse(error, about), calls.options, about.path);
}
const CANCELED = { code: 1, details: "the caller has gone" };
