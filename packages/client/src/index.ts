export { AgentClient, type SendOptions } from "./client/agent-client.ts";
export { type ConnectOptions, connect } from "./client/connect.ts";
export { type CallOptions, createTransport, type Endpoint, type Transport } from "./transports/transport.ts";
