export { type MastraAnswer, type MastraQuestion, mastraTool } from "./frameworks/mastra.ts";
