export {
  cancelTask,
  fetchAgentCard,
  getTask,
  listTasks,
  sendMessage,
  sendStreamingMessage,
} from "./functions/call-functions.ts";
