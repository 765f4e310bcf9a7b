export { connect, type NodeConnectOptions } from "./connect/connect-node.ts";
