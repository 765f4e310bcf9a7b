export { connect, type NodeConnectOptions } from "./node/connect.ts";
