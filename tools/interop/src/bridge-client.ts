import { type Headers, isEventStream, type OutgoingRequest, type VersionCodec } from "@a2a/bridge";
import { decodeRpcAnswer, decodeRpcEvents, encodeRpcCall } from "@a2a/bridge/json-rpc";
import { decodeRestAnswer, decodeRestEvents, encodeRestCall } from "@a2a/bridge/rest";
import { decodeSse } from "@a2a/bridge/sse";
import type { OperationName, Operations, StreamingOperation, StreamResponse, UnaryOperation } from "@a2a/types";

/** Calls a peer with nothing but the bridge and `fetch`. */
export interface BridgeClient {
  call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
  ): Promise<Operations[Name]["output"]>;
  stream<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
  ): AsyncGenerator<StreamResponse, void, void>;
}

/** A client of one protocol version and binding. */
export function bridgeClient(url: string, codec: VersionCodec, binding: "JSONRPC" | "HTTP+JSON"): BridgeClient {
  let lastId = 0;
  const rest = binding === "HTTP+JSON";

  async function send<Name extends OperationName>(operation: Name, input: Operations[Name]["input"]) {
    const id = ++lastId;
    const request = rest ? encodeRestCall(operation, input, codec) : encodeRpcCall(operation, input, codec, { id });
    return { response: await post(url, request), id };
  }

  return {
    async call(operation, input) {
      const { response, id } = await send(operation, input);
      const answer = { status: response.status, headers: headersOf(response), body: await response.text() };
      return rest ? decodeRestAnswer(operation, answer, codec) : decodeRpcAnswer(operation, answer, codec, { id });
    },
    async *stream(operation, input) {
      const { response, id } = await send(operation, input);
      if (!isEventStream(response.headers.get("content-type") ?? "") || response.body === null) {
        throw new Error(`expected a stream of events, found ${await response.text()}`);
      }
      const sse = decodeSse(response.body);
      const received = rest ? decodeRestEvents(operation, sse, codec) : decodeRpcEvents(operation, sse, codec, { id });
      for await (const { event } of received) yield event;
    },
  };
}

function post(url: string, { method, path, headers, body }: OutgoingRequest): Promise<Response> {
  return fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
}

function headersOf(response: Response): Headers {
  return Object.fromEntries(response.headers);
}
