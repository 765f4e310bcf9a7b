import type { decodeRpcAnswer, encodeRpcCall, rpcEventReader } from "@a2a/bridge/json-rpc";
import type { ClientBinding } from "./binding.ts";
import { createTransport } from "./transport.ts";

/** How a binding over HTTP writes calls and reads answers. */
export interface HttpCodec extends Omit<ClientBinding, "open"> {
  readonly encodeCall: typeof encodeRpcCall;
  readonly decodeAnswer: typeof decodeRpcAnswer;
  readonly eventReader: typeof rpcEventReader;
}

/** A binding over HTTP. */
export function httpBinding(codec: HttpCodec): ClientBinding {
  return { ...codec, open: (endpoint, options) => createTransport(endpoint, codec, options) };
}
