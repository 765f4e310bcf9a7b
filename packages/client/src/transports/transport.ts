import {
  type Dialect,
  excerpt,
  type Headers,
  type IncomingAnswer,
  isEventStream,
  MODEL_VERSION,
  type OtherReader,
  type VersionCodec,
} from "@a2a/bridge";
import { flatMap, type OpenStream, openStream, pipe, single } from "@a2a/bridge/internal/streams";
import type { ReceivedEvent, RpcCallOptions } from "@a2a/bridge/json-rpc";
import { isNdjson, ndjsonReader, type ServerSentEvent, sseReader } from "@a2a/bridge/sse";
import { discard, type HttpResponse, readText } from "@a2a/http";
import {
  createId,
  type JsonLimits,
  LocalError,
  type Message,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type UnaryOperation,
} from "@a2a/types";
import type { ClientBinding, OpenOptions } from "./binding.ts";
import type { HttpCodec } from "./http-binding.ts";
import { withPlainWebhook } from "./plain-webhooks.ts";
import { type StreamLimits, type StreamMeter, StreamWatch } from "./stream-watch.ts";
import { expandLoading, readLoading } from "./when-loaded.ts";

/** How one call is made. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** How long an answer may take in all, or a stream to begin. Default 60,000. */
  timeoutMs?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  extensions?: readonly string[] | undefined;
  /** The number of the last event received, to resume after it. */
  lastEventId?: string | undefined;
  /** The budget that the requests of the call count against, for an `HttpClient` with budgets. It is passed on as `budget` of each request. */
  budget?: object | undefined;
  /** Counts the events of a stream across reconnects. */
  meter?: StreamMeter | undefined;
}

/** An address at which an agent answers, in one protocol version and binding. */
export interface Endpoint {
  readonly url: string;
  readonly binding: ClientBinding;
  readonly codec: VersionCodec;
  /** Goes with every request, if the card names one. */
  readonly tenant?: string | undefined;
  /** A named deviation to write in. */
  readonly dialect?: Dialect | undefined;
}

/** Bounds on what a peer may answer, and how its answers are read. */
export interface TransportOptions {
  /** The largest answer, in bytes. Default 10 MiB. */
  maxBytes?: number | undefined;
  /** Bounds on streams. */
  stream?: StreamLimits | undefined;
  /** Bounds on JSON documents. */
  json?: JsonLimits | undefined;
  /** Reads answers of a peer that is asked in one protocol version and answers in another. */
  otherReader?: OtherReader | undefined;
}

/** The two ways of calling, in model terms. */
export interface Calls {
  unary<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): Promise<Operations[Name]["output"]>;
  /** Opens a stream: resolves with its first event, and rejects where the peer refuses the call. */
  stream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): Promise<OpenStream<ReceivedEvent>>;
}

/** Calls in model terms, over one endpoint. */
export interface Transport extends Calls {
  readonly endpoint: Endpoint;
}

/** A transport to an endpoint over HTTP. */
export function createTransport(endpoint: Endpoint, binding: HttpCodec, openOptions: OpenOptions): Transport {
  const { codec, tenant, dialect } = endpoint;
  const { http, maxBytes, stream: streamLimits = {}, json: limits, otherReader } = openOptions;

  /** Operations whose answers have shown that the peer answers in the version it is asked in. */
  const inVersion = new Set<OperationName>();

  function detect(operation: OperationName): OtherReader | undefined {
    if (otherReader === undefined || inVersion.has(operation)) return undefined;
    return (answer) => {
      const other = otherReader(answer);
      if (other === undefined) inVersion.add(operation);
      return other;
    };
  }

  /** Options for decoding the answer to a call. */
  function readingOf(operation: OperationName, input: Operations[OperationName]["input"]): RpcCallOptions {
    // The conversation a call belongs to, for protocol versions whose events do not name it.
    const contextId = "message" in input ? input.message.contextId : undefined;
    return { id: createId(), limits, otherReader: detect(operation), contextId };
  }

  function post<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    id: RpcCallOptions["id"],
    { headers, lastEventId, extensions, budget, timeoutMs = CALL_MS }: CallOptions,
    signal: AbortSignal | undefined,
  ): Promise<HttpResponse> {
    const plain = codec.version === MODEL_VERSION && hasWebhook(input) ? withPlainWebhook(input) : input;
    const named = codec.clientTaskIds && "message" in plain ? withOwnContext(plain) : plain;
    const wanted = tenant === undefined ? named : { tenant, ...named };
    const { path, ...request } = binding.encodeCall(operation, wanted, codec, {
      id,
      extensions,
      dialect,
      // A task that its caller has to name is named after the message, so that a message sent twice names it alike.
      createId: "message" in input ? () => input.message.messageId : undefined,
    });
    return http({
      ...request,
      url: path === "" ? endpoint.url : endpoint.url.replace(/\/$/, "") + path,
      headers: { ...request.headers, ...headers, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) },
      signal,
      timeoutMs,
      ...(budget && { budget }),
    });
  }

  return {
    endpoint,
    async unary(operation, input, options = {}) {
      const { timeoutMs = CALL_MS, signal } = options;
      const started = performance.now();
      const reading = readingOf(operation, input);
      const response = await post(operation, input, reading.id, options, signal);
      const left = Math.max(1, Math.ceil(timeoutMs - (performance.now() - started)));
      const answer = await readWhole(response, maxBytes, left);
      return readLoading(() => binding.decodeAnswer(operation, answer, codec, reading));
    },
    async stream(operation, input, options = {}) {
      const { timeoutMs = CALL_MS, meter, signal } = options;
      const watch = new StreamWatch(streamLimits, meter, signal);
      try {
        const reading = readingOf(operation, input);
        const response = await post(operation, input, reading.id, options, watch.signal);
        const type = response.headers["content-type"];
        const isLines = isNdjson(type);
        if (!isLines && !isEventStream(type)) {
          const answer = await readWhole(response, maxBytes, timeoutMs);
          watch.done();
          // A refusal comes as an ordinary answer, which throws when it is read. A peer that cannot stream may answer once.
          const event = await readLoading(() => binding.decodeAnswer("sendMessage", answer, codec, reading));
          return single({ event, unstreamed: true as const });
        }
        const { maxEventLength = 1024 * 1024 } = streamLimits;
        const sse = isLines
          ? ndjsonReader({ maxEventLength })
          : sseReader({ maxEventLength }, { onComment: () => watch.alive() });
        const read = expandLoading(binding.eventReader(operation, codec, reading));
        const expand = pipe(sse.read, read);
        watch.begin();
        const events = flatMap<Uint8Array, ReceivedEvent>(
          response.body,
          (chunk, out) => {
            watch.count(chunk.byteLength);
            return expand(chunk, out);
          },
          {
            atEnd: async (out) => {
              const last: ServerSentEvent[] = [];
              sse.atEnd(last);
              for (const sent of last) if (!(await read(sent, out))) return;
            },
            onAsk: () => watch.alive(),
            onGive: () => watch.event(),
            onClose: () => watch.done(),
          },
        );
        return await openStream(events);
      } catch (error) {
        watch.done();
        throw error;
      }
    },
  };
}

/** The default timeout of a call. */
const CALL_MS = 60_000;

/** Streams of 0.1 name no conversation, and the id of the task stands in for it; the agent does not know it by that name. */
function withOwnContext<Input extends { message: Message }>(input: Input): Input {
  const { contextId, ...message } = input.message;
  return contextId !== undefined && contextId === message.taskId ? { ...input, message } : input;
}

async function readWhole(
  response: HttpResponse,
  maxBytes: number | undefined,
  timeoutMs: number,
): Promise<IncomingAnswer> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    discard(response);
    const { location = "nowhere" } = response.headers;
    throw new LocalError(
      "HTTP",
      `the agent redirects (HTTP ${status}) to ${excerpt(location)}: redirects are not followed`,
      { status },
    );
  }
  return { status, headers: response.headers as Headers, body: await readText(response, { maxBytes, timeoutMs }) };
}

function hasWebhook(input: Operations[OperationName]["input"]): boolean {
  if ("url" in input) return true;
  return "configuration" in input && input.configuration?.taskPushNotificationConfig !== undefined;
}
