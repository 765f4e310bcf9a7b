export type { CallOptions, ServableTool, ToolWords } from "./from/callable.ts";
export type { OfferedTool, Route, ToolChoice } from "./from/choose-tool.ts";
export { type AiAgentLike, type AiStream, type AiStreamPart, fromAiAgent } from "./from/from-ai-agent.ts";
export { type FromLangGraphOptions, fromLangGraph, type GraphLike } from "./from/from-langgraph.ts";
export { fromMastra, type MastraAgentLike, type MastraStream } from "./from/from-mastra.ts";
export { type FromMcpOptions, fromMcp, type McpClientLike, type McpToolWords } from "./from/from-mcp.ts";
export { type FromOpenApiOptions, fromOpenApi } from "./from/from-openapi.ts";
export { type FromToolsOptions, fromTools } from "./from/from-tools.ts";
export type { ServedAgent } from "./from/served.ts";
