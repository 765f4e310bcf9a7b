export { openaiAgentsTool, openaiTool } from "./frameworks/openai.ts";
export { openaiAgent } from "./frameworks/openai-agent.ts";
