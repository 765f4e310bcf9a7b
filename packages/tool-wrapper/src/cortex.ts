export { type SessionToolOptions, sessionTools } from "./cortex/session-tools.ts";
export {
  type CortexTool,
  type CortexToolResult,
  createA2AToolWrapper,
  type RemoteAgentEntry,
} from "./cortex/tool-wrapper.ts";
