import type { IncomingAnswer, VersionCodec } from "@a2a/bridge";
import { decodeRpcAnswer, encodeRpcCall, type RpcCallOptions } from "@a2a/bridge/json-rpc";
import { A2AError, isLocalError, type Operations, type UnaryOperation } from "@a2a/types";
import { httpBinding } from "./http-binding.ts";
import { rpcCodec } from "./json-rpc.ts";

/** JSON-RPC with each method posted to a path of its name below the address, as some older agents expect. */
export const jsonRpcPaths = httpBinding({
  ...rpcCodec,
  encodeCall: (operation, input, codec, options) => ({
    ...encodeRpcCall(operation, input, codec, options),
    path: `/${codec.operations[operation]?.rpcMethod}`,
  }),
  decodeAnswer,
});

/** The output of a call. A path that does not exist is a method that does not. */
function decodeAnswer<Name extends UnaryOperation>(
  operation: Name,
  answer: IncomingAnswer,
  codec: VersionCodec,
  options: RpcCallOptions,
): Operations[Name]["output"] {
  try {
    return decodeRpcAnswer(operation, answer, codec, options);
  } catch (error) {
    const isMissing = isLocalError(error, "HTTP") && (error.status === 404 || error.status === 405);
    throw isMissing ? new A2AError("METHOD_NOT_FOUND", error.message, { cause: error }) : error;
  }
}
