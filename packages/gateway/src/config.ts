export { readGatewayConfig } from "./config/read-config.ts";
