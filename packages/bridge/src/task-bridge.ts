export {
  A2AAdapter,
  A2AAdapterError,
  type A2AAdapterOptions,
  type Execute,
  type TaskResponse,
  type TasksSend,
} from "./task-bridge/adapter.ts";
export type { RequestOptions, SendOptions } from "./task-bridge/build-request.ts";
export { A2ATaskBridge } from "./task-bridge/task-bridge.ts";
