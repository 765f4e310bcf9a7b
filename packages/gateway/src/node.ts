export { openRoutes } from "./node/open-routes.ts";
export { type RunningGateway, type ServeGatewayOptions, serveGateway } from "./node/serve-gateway.ts";
