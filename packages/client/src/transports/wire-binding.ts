import type { decodeRpcAnswer, decodeRpcEvents, encodeRpcCall } from "@a2a/bridge/json-rpc";
import type { Binding } from "@a2a/card";

/** How calls become HTTP requests, and answers outputs: a value, so that only the bindings that are used are loaded. */
export interface WireBinding {
  /** What cards call it. */
  readonly name: Binding;
  readonly encodeCall: typeof encodeRpcCall;
  readonly decodeAnswer: typeof decodeRpcAnswer;
  readonly decodeEvents: typeof decodeRpcEvents;
}
