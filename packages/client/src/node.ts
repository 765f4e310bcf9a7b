// What `@a2a/client` is on Node: the same names, with a `connect` that has more to work with there.
export * from "./index.ts";
export { connect } from "./node/connect.ts";
