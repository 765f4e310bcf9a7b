export { openaiAgentsTool, openaiTool } from "./frameworks/openai.ts";
