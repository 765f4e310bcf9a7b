export { type AgentTool, type AgentToolOptions, agentTool, type ToolInput } from "./wrap/agent-tool.ts";
export { type Outcome, outcomeOf } from "./wrap/outcome.ts";
