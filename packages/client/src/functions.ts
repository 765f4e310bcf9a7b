export {
  cancelTask,
  type FunctionOptions,
  fetchAgentCard,
  getTask,
  listTasks,
  sendMessage,
  sendStreamingMessage,
} from "./functions/call-functions.ts";
