import { decodeRpcAnswer, encodeRpcCall, rpcEventReader } from "@a2a/bridge/json-rpc";
import { type HttpCodec, httpBinding } from "./http-binding.ts";

/** How JSON-RPC writes calls and reads answers. */
export const rpcCodec: HttpCodec = {
  name: "JSONRPC",
  encodeCall: encodeRpcCall,
  decodeAnswer: decodeRpcAnswer,
  eventReader: rpcEventReader,
};

/** JSON-RPC 2.0 over HTTP, which every protocol version defines. */
export const jsonRpc = httpBinding(rpcCodec);
