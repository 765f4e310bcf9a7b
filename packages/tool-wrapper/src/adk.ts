export { adkTool } from "./frameworks/adk.ts";
export { adkAgent } from "./frameworks/adk-agent.ts";
