export { type ListenerOptions, toNodeListener } from "./node/node-listener.ts";
export { type RunningAgent, type ServeOptions, serve } from "./node/serve.ts";
