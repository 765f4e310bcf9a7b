import { decodeRpcAnswer, decodeRpcEvents, encodeRpcCall } from "@a2a/bridge/json-rpc";
import type { WireBinding } from "./wire-binding.ts";

/** JSON-RPC 2.0 over HTTP, which every generation speaks. */
export const jsonRpc: WireBinding = {
  name: "JSONRPC",
  encodeCall: encodeRpcCall,
  decodeAnswer: decodeRpcAnswer,
  decodeEvents: decodeRpcEvents,
};
