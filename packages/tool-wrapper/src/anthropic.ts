export { anthropicTool } from "./frameworks/anthropic.ts";
