import { encodeRpcCall } from "@a2a/bridge/json-rpc";
import { jsonRpc } from "./json-rpc.ts";
import type { WireBinding } from "./wire-binding.ts";

/** JSON-RPC with each method posted to a path of its name below the address, as some agents of 0.1 have it. */
export const jsonRpcPaths: WireBinding = {
  ...jsonRpc,
  encodeCall: (operation, input, codec, options) => ({
    ...encodeRpcCall(operation, input, codec, options),
    path: `/${codec.operations[operation]?.rpcMethod}`,
  }),
};
