export { probe } from "./agents/probe.ts";
export { tck } from "./agents/tck.ts";
export { type DemoServerOptions, startDemoServer } from "./commands/demo-server.ts";
