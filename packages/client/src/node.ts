export { connect, type NodeConnectOptions } from "./node/connect.ts";
export { nodeDial } from "./node/dial.ts";
