export { type LcToolOptions, lcTool } from "./frameworks/langchain.ts";
