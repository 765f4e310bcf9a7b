export { connect, type NodeConnectOptions } from "./client/connect-node.ts";
