export { openStream } from "@a2a/bridge/internal/streams";
export { type ClientOptions, createClient, EndpointClient } from "./client/endpoint-client.ts";
export type { ClientBinding, OpenOptions } from "./transports/binding.ts";
export { jsonRpc } from "./transports/json-rpc.ts";
export type { Endpoint, Transport } from "./transports/transport.ts";
