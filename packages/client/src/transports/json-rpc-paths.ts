import { encodeRpcCall } from "@a2a/bridge/json-rpc";
import { httpBinding } from "./http-binding.ts";
import { rpcCodec } from "./json-rpc.ts";

/** JSON-RPC with each method posted to a path of its name below the address, as some older agents expect. */
export const jsonRpcPaths = httpBinding({
  ...rpcCodec,
  encodeCall: (operation, input, codec, options) => ({
    ...encodeRpcCall(operation, input, codec, options),
    path: `/${codec.operations[operation]?.rpcMethod}`,
  }),
});
