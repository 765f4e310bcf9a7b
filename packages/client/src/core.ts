export type { AgentMethods, RequestOptions } from "./client/agent-methods.ts";
export {
  type ClientOptions,
  createClient,
  type EndpointCallOptions,
  EndpointClient,
} from "./client/endpoint-client.ts";
export type { ClientBinding, OpenOptions } from "./transports/binding.ts";
export { jsonRpc } from "./transports/json-rpc.ts";
export type { StreamLimits } from "./transports/stream-watch.ts";
export type { CallOptions, Endpoint, Transport, TransportOptions } from "./transports/transport.ts";
