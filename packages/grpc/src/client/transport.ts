import {
  addReceived,
  type Dialect,
  type ReceivedEvent,
  readPeer,
  serviceHeaders,
  type UnarySpelling,
  type VersionCodec,
  withoutStash,
} from "@a2a/bridge";
import { flatMap, type OpenStream, openStream } from "@a2a/bridge/internal/streams";
import {
  A2AError,
  isA2AError,
  type JsonLimits,
  type JsonObject,
  LocalError,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type UnaryOperation,
} from "@a2a/types";
import { type ClientReadableStream, type ClientUnaryCall, Metadata, type ServiceError } from "@grpc/grpc-js";
import { type GrpcMethod, type GrpcService, grpcService } from "../service/grpc-service.ts";
import { eventNumberOf } from "../wire/event-number.ts";
import { Channel, type Dial } from "./channel.ts";
import { messagesOf } from "./messages.ts";
import { observedWire } from "./observed-wire.ts";
import { errorOf } from "./peer-status.ts";

// The parts of the types of `@a2a/client` that this transport uses, so that neither package depends on the other.

/** An address at which an agent answers. */
export interface GrpcEndpoint {
  readonly url: string;
  readonly codec: VersionCodec;
  readonly tenant?: string | undefined;
  readonly dialect?: Dialect | undefined;
}

/** Bounds on answers, and what is added to calls. */
export interface GrpcOpenOptions {
  /** The largest message, in bytes. Default 10 MiB. */
  readonly maxBytes?: number | undefined;
  readonly stream?: { maxEvents?: number | undefined; maxBytes?: number | undefined } | undefined;
  readonly json?: JsonLimits | undefined;
  /** Adds headers and credentials to requests, and repeats one that was refused with 401 when there is a fresh credential. */
  readonly around?: ((base: HttpExchange) => HttpExchange) | undefined;
  readonly dial?: Dial | undefined;
}

/** An exchange over HTTP, as credentials see it. */
export type HttpExchange = (request: {
  readonly method: "GET" | "POST" | "DELETE" | "PUT" | "OPTIONS";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}>;

/** How one call is made. */
export interface GrpcCallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  extensions?: readonly string[] | undefined;
  lastEventId?: string | undefined;
  meter?: { events: number; bytes: number } | undefined;
}

/** Calls in model terms, over one endpoint. */
export interface GrpcTransport<Endpoint extends GrpcEndpoint> {
  readonly endpoint: Endpoint;
  unary<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: GrpcCallOptions,
  ): Promise<Operations[Name]["output"]>;
  stream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: GrpcCallOptions,
  ): Promise<OpenStream<ReceivedEvent>>;
}

/** The default timeout of a call. */
const CALL_MS = 60_000;

/** A transport to an endpoint over gRPC. */
export function createTransport<Endpoint extends GrpcEndpoint>(
  endpoint: Endpoint,
  options: GrpcOpenOptions,
): GrpcTransport<Endpoint> {
  const { codec, tenant, dialect } = endpoint;
  const service = grpcService(codec);
  const { dial = {}, maxBytes = 10_485_760 } = options;
  const interceptors = dial.observe && service ? [observedWire(endpoint.url, service, dial.observe)] : [];
  const channel = new Channel(endpoint.url, dial, maxBytes, interceptors);

  function request<Name extends OperationName>(operation: Name, input: Operations[Name]["input"]) {
    const { known, method } = methodOf(service, codec, operation);
    const row = known.table[operation] as UnarySpelling<Name & UnaryOperation>; // of that operation
    const plain = "url" in input ? withoutStash(input) : input;
    const wanted = (tenant === undefined ? plain : { tenant, ...plain }) as never; // the input of that operation
    const message = method.request.encode(method.toRequest(row.encodeInput(wanted, { dialect }) as JsonObject));
    return { method, row, message };
  }

  /** Runs a call with the headers and credentials that belong to it. */
  async function run<T>(path: string, call: GrpcCallOptions, start: (metadata: Metadata) => Promise<T>): Promise<T> {
    const { headers, extensions, lastEventId } = call;
    const own = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
    let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
    const base: HttpExchange = async (sent) => {
      try {
        outcome = { value: await start(metadataOf(sent.headers ?? {})) };
      } catch (error) {
        outcome = { error };
      }
      const isRefused = "error" in outcome && isA2AError(outcome.error, "UNAUTHENTICATED");
      return { status: isRefused ? 401 : 200, headers: {}, body: NOTHING };
    };
    await (options.around?.(base) ?? base)({
      method: "POST",
      url: endpoint.url + path,
      headers: { ...serviceHeaders(codec, extensions), ...headers, ...own },
    });
    if (outcome === undefined) throw new LocalError("NETWORK", "the call was not made");
    if ("value" in outcome) return outcome.value;
    if (outcome.error instanceof LocalError && outcome.error.code === "NETWORK") channel.forget();
    throw outcome.error;
  }

  return {
    endpoint,
    async unary(operation, input, call = {}) {
      const { method, row, message } = request(operation, input);
      const { timeoutMs = CALL_MS, signal } = call;
      const deadline = Date.now() + timeoutMs;
      const bytes = await run(method.path, call, async (metadata) => {
        const client = await channel.client();
        return settled<Buffer>(operation, signal, timeoutMs, (done) =>
          client.makeUnaryRequest(method.path, asIs, asIs, message, metadata, { deadline }, done),
        );
      });
      if (call.meter) call.meter.bytes += bytes.length;
      return readPeer(codec.version, () =>
        row.decodeOutput(decoded(method, bytes, options.json), readingOf(input)),
      ) as Operations[typeof operation]["output"]; // the row of that operation
    },
    async stream(operation, input, call = {}) {
      const { method, message } = request(operation, input);
      const { timeoutMs = CALL_MS, signal } = call;
      return run(method.path, call, async (metadata) => {
        const client = await channel.client();
        signal?.throwIfAborted();
        const readable = client.makeServerStreamRequest(method.path, asIs, asIs, message, metadata);
        return openEvents(readable, operation, input, { method, call, timeoutMs });
      });
    },
  };

  /** The stream, once its first event came. */
  async function openEvents(
    readable: ClientReadableStream<Buffer>,
    operation: StreamingOperation,
    input: Operations[StreamingOperation]["input"],
    { method, call, timeoutMs }: { method: GrpcMethod; call: GrpcCallOptions; timeoutMs: number },
  ): Promise<OpenStream<ReceivedEvent>> {
    const { signal, meter = { events: 0, bytes: 0 } } = call;
    const { maxEvents = 100_000, maxBytes = 67_108_864 } = options.stream ?? {};
    const row = service?.table[operation];
    if (row === undefined || !("decoder" in row)) throw missing(codec, operation);
    const decoder = row.decoder(readingOf(input));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      readable.cancel();
    }, timeoutMs);
    const abort = () => readable.cancel();
    signal?.addEventListener("abort", abort, { once: true });
    const close = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const toError = (error: unknown) => {
      if (signal?.aborted) return signal.reason;
      if (isLate) return new LocalError("TIMEOUT", `no event within ${timeoutMs} ms`);
      return errorOf(error as ServiceError, timeoutMs, operation); // what grpc-js emits
    };
    const events = flatMap<Buffer, ReceivedEvent>(
      messagesOf(readable, toError, () => decoder.done),
      (bytes, out) => {
        clearTimeout(timer);
        meter.bytes += bytes.length;
        meter.events += 1;
        if (meter.bytes > maxBytes) throw new LocalError("LIMIT", `the stream exceeds ${maxBytes} bytes`);
        if (meter.events > maxEvents) throw new LocalError("LIMIT", `the stream exceeds ${maxEvents} events`);
        const number = eventNumberOf(bytes);
        const id = number === undefined ? {} : { id: String(number) };
        addReceived(decoded(method, bytes, options.json), id, decoder, codec, out);
        return !decoder.done;
      },
      { onClose: close },
    );
    return openStream(events);
  }
}

function readingOf(input: Operations[OperationName]["input"]) {
  return { contextId: "message" in input ? input.message.contextId : undefined };
}

/** A message of the peer. One that cannot be read is the peer's fault. */
function decoded(method: GrpcMethod, bytes: Buffer, limits: JsonLimits | undefined): JsonObject {
  try {
    return method.response.decode(bytes, limits);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError("PROTOCOL", `the peer's answer cannot be read: ${reason}`, { cause: error });
  }
}

function methodOf(service: GrpcService | undefined, codec: VersionCodec, operation: OperationName) {
  const method = service?.methods[operation];
  if (service === undefined || method === undefined) throw missing(codec, operation);
  return { known: service, method };
}

function missing({ version }: VersionCodec, operation: OperationName): A2AError {
  return new A2AError("UNSUPPORTED_OPERATION", `Protocol ${version} has no ${operation} over gRPC`);
}

function metadataOf(headers: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name.toLowerCase(), value);
  return metadata;
}

/** The answer of a unary call, which the signal cancels. */
function settled<T>(
  operation: OperationName,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  start: (done: (error: ServiceError | null, value?: T) => void) => ClientUnaryCall,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => call.cancel();
    const call = start((error, value) => {
      signal?.removeEventListener("abort", abort);
      if (error === null && value !== undefined) resolve(value);
      else if (signal?.aborted) reject(signal.reason);
      else if (error === null) reject(new LocalError("PROTOCOL", "the peer sent no answer"));
      else reject(errorOf(error, timeoutMs, operation));
    });
    signal?.addEventListener("abort", abort, { once: true });
  });
}

function asIs(bytes: Buffer): Buffer {
  return bytes;
}

const NOTHING: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true as const, value: undefined }) }),
};
