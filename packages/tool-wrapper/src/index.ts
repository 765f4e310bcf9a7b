export {
  type AgentTool,
  type AgentToolOptions,
  agentTool,
  type Progress,
  type TaskOptions,
  type TurnSettings,
} from "./wrap/agent-tool.ts";
export { createA2ATool, type DelegateTool, type ToolContext } from "./wrap/create-a2a-tool.ts";
export type { FileRef } from "./wrap/files.ts";
export { formatOutcome, type ParsedOutcome, parseOutcome } from "./wrap/format-result.ts";
export { hasFailed, modelText, plainOutcome, type ShownFile, shownFiles } from "./wrap/model-content.ts";
export { type Completed, type Ended, type Outcome, outcomeOf, type Waiting, type Working } from "./wrap/outcome.ts";
export { checkToolName, toolsByName } from "./wrap/tool-name.ts";
export type { ToolInput, ToolSchema } from "./wrap/tool-schema.ts";
