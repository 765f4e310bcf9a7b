export { type McpV1ToolOptions, mcpTool } from "./frameworks/mcp-v1.ts";
