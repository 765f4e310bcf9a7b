export { type McpToolOptions, mcpTool } from "./frameworks/mcp.ts";
export type { SealOptions } from "./mcp/seal.ts";
export { recordedTool, type TaskRecord, type TaskRecords } from "./mcp/task-records.ts";
export { mcpTaskTools, TASK_TOOL_NAMES, type TaskToolsOptions } from "./mcp/task-tools.ts";
