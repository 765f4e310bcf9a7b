export { toNamedAgent } from "../config/configured-agent.ts";
