export {
  decodeRpcAnswer,
  decodeRpcEvents,
  encodeRpcCall,
  MissingResultError,
  type RpcCallOptions,
  rpcEventReader,
} from "./bindings/json-rpc-client.ts";
export {
  EnvelopeError,
  parseJson,
  type RpcId,
  type RpcRequest,
  readRpcRequest,
  rpcError,
  rpcResult,
} from "./bindings/json-rpc-envelope.ts";
export { decodeRpcCall, rpcReply } from "./bindings/json-rpc-server.ts";
export { httpError } from "./bindings/peer-error.ts";
export type { ReceivedEvent } from "./bindings/received-event.ts";
