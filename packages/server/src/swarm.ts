export type { DirectiveRoute } from "./swarm/directives.ts";
export { registerSwarmHandler, type SwarmHandler, type SwarmOptions, swarmDirectives } from "./swarm/swarm-handler.ts";
