import type { CodecOptions, Headers, IncomingAnswer, OutgoingRequest, VersionCodec } from "@a2a/bridge";
import { isEventStream } from "@a2a/bridge";
import { decodeRpcAnswer, decodeRpcEvents, encodeRpcCall, type ReceivedEvent } from "@a2a/bridge/json-rpc";
import { decodeRestAnswer, decodeRestEvents, encodeRestCall } from "@a2a/bridge/rest";
import { decodeSse } from "@a2a/bridge/sse";
import type { Binding } from "@a2a/card";
import { type HttpExchange, type HttpResponse, readText } from "@a2a/http";
import {
  createId,
  LocalError,
  type OperationName,
  type Operations,
  type StreamingOperation,
  type UnaryOperation,
} from "@a2a/types";

/** How one call is made. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** How long the head of the answer may take. */
  timeoutMs?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  extensions?: readonly string[] | undefined;
  /** The number of the last event seen, to go on after it. */
  lastEventId?: string | undefined;
}

/** An address at which an agent answers, in one generation and binding. */
export interface Endpoint {
  readonly url: string;
  readonly binding: Binding;
  readonly codec: VersionCodec;
  /** Goes with every request, where the card names one. */
  readonly tenant?: string | undefined;
}

/** Calls in model terms, over one endpoint. */
export interface Transport {
  readonly endpoint: Endpoint;
  unary<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): Promise<Operations[Name]["output"]>;
  /** Leaving the loop closes the connection. */
  stream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: CallOptions,
  ): AsyncGenerator<ReceivedEvent, void, void>;
}

/** A transport over an endpoint. */
export function createTransport(endpoint: Endpoint, exchange: HttpExchange): Transport {
  const { codec, binding, tenant } = endpoint;
  const rpc = binding === "JSONRPC";

  async function post<Name extends OperationName>(
    operation: Name,
    input: Operations[Name]["input"],
    options: CallOptions,
  ): Promise<{ response: HttpResponse; id: string; codecOptions: CodecOptions }> {
    const id = createId();
    const withTenant = tenant === undefined ? input : { tenant, ...input };
    const contextId = "message" in input ? input.message.contextId : undefined;
    const codecOptions: CodecOptions = contextId === undefined ? {} : { contextId };
    const extensions = options.extensions ?? [];
    const request = rpc
      ? encodeRpcCall(operation, withTenant, codec, { id, extensions, ...codecOptions })
      : encodeRestCall(operation, withTenant, codec, { extensions, ...codecOptions });
    const response = await exchange({
      method: request.method,
      url: endpoint.url.replace(/\/$/, request.path === "" ? "/" : "") + request.path,
      headers: headersOf(request, options),
      ...(request.body !== undefined && { body: request.body }),
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    return { response, id, codecOptions };
  }

  return {
    endpoint,
    async unary(operation, input, options = {}) {
      const { response, id, codecOptions } = await post(operation, input, options);
      const answer = await readWhole(response);
      return rpc
        ? decodeRpcAnswer(operation, answer, codec, { id, ...codecOptions })
        : decodeRestAnswer(operation, answer, codec, codecOptions);
    },
    async *stream(operation, input, options = {}) {
      const { response, id, codecOptions } = await post(operation, input, options);
      if (!isEventStream(response.headers["content-type"])) {
        // A refusal comes as an ordinary answer, which throws when it is read.
        const answer = await readWhole(response);
        if (rpc) decodeRpcAnswer("sendMessage", answer, codec, { id, ...codecOptions });
        else decodeRestAnswer("sendMessage", answer, codec, codecOptions);
        throw new LocalError("PROTOCOL", "expected a stream of events, found one answer");
      }
      const events = decodeSse(response.body);
      yield* rpc
        ? decodeRpcEvents(operation, events, codec, { id, ...codecOptions })
        : decodeRestEvents(operation, events, codec, codecOptions);
    },
  };
}

function headersOf(request: OutgoingRequest, { headers, lastEventId }: CallOptions): Record<string, string> {
  return { ...request.headers, ...headers, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) };
}

async function readWhole(response: HttpResponse): Promise<IncomingAnswer> {
  return { status: response.status, headers: response.headers as Headers, body: await readText(response) };
}
