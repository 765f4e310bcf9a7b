export { mcpTool } from "./frameworks/mcp.ts";
export type { SealOptions } from "./mcp/seal.ts";
