export { type MastraAnswer, type MastraQuestion, mastraTool } from "./frameworks/mastra.ts";
export { mastraAgent } from "./frameworks/mastra-agent.ts";
