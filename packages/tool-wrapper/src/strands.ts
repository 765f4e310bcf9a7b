export { strandsTool } from "./frameworks/strands.ts";
