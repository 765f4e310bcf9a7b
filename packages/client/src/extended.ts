export {
  type A2AClientConfig,
  A2AClientExtended,
  type ExtendedOptions,
} from "./extended/a2a-client-extended.ts";
export { TaskNotCancelableError, TaskNotFoundError } from "./extended/errors.ts";
export { fetchAgentCard, getResultText, pollTask, textMessage } from "./extended/helpers.ts";
