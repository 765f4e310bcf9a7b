export { claudeServer } from "./frameworks/claude.ts";
