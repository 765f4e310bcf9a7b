export { type AiToolOptions, aiTool } from "./frameworks/ai.ts";
