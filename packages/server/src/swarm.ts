export type { DirectiveRoute } from "./swarm/directives.ts";
export { type SwarmHandler, type SwarmOptions, swarmDirectives } from "./swarm/swarm-handler.ts";
