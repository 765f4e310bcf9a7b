import { type Answer, createVersionDetector, type VersionCodec } from "@a2a/bridge";
import {
  decodeRpcCall,
  EnvelopeError,
  type RpcRequest,
  readRpcRequest,
  rpcReply,
  rpcResult,
} from "@a2a/bridge/json-rpc";
import { isJsonObject, type Principal, type SendMessageRequest } from "@a2a/types";
import type { BindingContext, BindingRequest, BoundCall, HttpBinding, OpenCall, ReadCall } from "./binding.ts";

/** JSON-RPC over HTTP, for one server. */
export function jsonRpcBinding(server: BindingContext): HttpBinding {
  const { codecs, options } = server;
  const [newest] = codecs;
  const detect = createVersionDetector(codecs, server.knownCodecs);

  function open({ body, service, fallback, returnsImmediately = false }: BindingRequest): OpenCall | Answer {
    let envelope: RpcRequest;
    try {
      envelope = readRpcRequest(body, server.limits);
    } catch (error) {
      if (error instanceof EnvelopeError) return rpcReply(error.id, newest).error(error.error);
      throw error;
    }
    const call = { reply: rpcReply(envelope.id, newest, options), read };
    return call;

    function read(caller: Principal): ReadCall | Answer | Promise<ReadCall> {
      if (options.dialect?.cardMethods?.includes(envelope.method)) {
        const body = rpcResult(envelope.id, server.cardText(newest));
        return { status: 200, headers: { "Content-Type": "application/json" }, body };
      }
      const candidates = detect({
        version: service.version,
        method: envelope.method,
        fallback,
        strict: options.strict,
      });
      const [first = newest, other] = candidates;
      if (other === undefined) return decoded(first);
      return choose(first, other, envelope, caller).then(decoded);
    }

    function decoded(codec: VersionCodec): ReadCall | Promise<ReadCall> {
      if (codec.load) return codec.load().then(() => decoded(codec));
      // A call that cannot be decoded is rejected with an error of its version.
      call.reply = rpcReply(envelope.id, codec, options);
      const sent = decodeRpcCall(envelope, codec, options);
      const isPolled = codec.returnsUnfinished && !(options.dialect?.blockingSends ?? !returnsImmediately);
      return { call: isPolled ? immediately(sent) : sent, reply: call.reply };
    }
  }

  /** Methods that versions share are read in the one the task was created in: only callers of one of them choose its id. */
  async function choose(first: VersionCodec, other: VersionCodec, { params }: RpcRequest, caller: Principal) {
    if (!isJsonObject(params) || typeof params.id !== "string") return first;
    const id = await server.resolveAlias({ tenant: caller.tenant ?? "", owner: server.ownerOf(caller) }, params.id);
    return [first, other].find((codec) => (codec.clientTaskIds === true) === (id !== undefined)) ?? first;
  }

  /** The call with the wish to return immediately, which its version cannot express. */
  function immediately(call: BoundCall): BoundCall {
    if (call.operation !== "sendMessage") return call;
    const input = call.input as SendMessageRequest; // what this operation takes
    return { ...call, input: { ...input, configuration: { ...input.configuration, returnImmediately: true } } };
  }

  return { name: "JSONRPC", open, unread: () => rpcReply(null, newest, options) };
}
