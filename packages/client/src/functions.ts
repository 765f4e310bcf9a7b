export {
  cancelTask,
  type FunctionOptions,
  fetchAgentCard,
  getTask,
  listTasks,
  sendMessage,
  sendStreamingMessage,
} from "./client/call-functions.ts";
