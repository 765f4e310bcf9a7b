export { type AiToolOptions, aiTool } from "./frameworks/ai.ts";
export { aiModel } from "./frameworks/ai-model.ts";
