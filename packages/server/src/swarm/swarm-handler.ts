import { A2AError, type AgentTurn, type AgentYield, type Message, type Principal } from "@a2a/types";
import { isSwarmMessage, type SwarmDirective, type SwarmKind, swarmDirectiveOf } from "@a2a/types/swarm";
import type { DirectiveRegistry, DirectiveRoute } from "./directives.ts";

/**
 * Runs a directive; it answers as an agent does. Directives arrive as they were sent, also those of kinds and with members that the type
 * does not know; `readSwarmDirective(turn.message)` checks one.
 */
export type SwarmHandler = (
  directive: SwarmDirective,
  turn: AgentTurn,
  // biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing has the return type void.
) => AsyncGenerator<AgentYield, Message | void, void>;

/** How a server handles directives of a swarm. */
export interface SwarmOptions {
  handler: SwarmHandler;
  /** Decides which callers may give which directives. Default: callers whose scopes hold `swarm:{kind}` or `swarm:*`. */
  allow?: (caller: Principal, kind: SwarmKind) => boolean;
}

/** Sends messages with `metadata.swarmKind` to a directive handler instead of the agent. */
export function swarmDirectives({ handler, allow = hasScope }: SwarmOptions): DirectiveRoute {
  return {
    isDirective(message, caller) {
      if (!isSwarmMessage(message)) return false;
      const { kind } = swarmDirectiveOf(message);
      if (!allow(caller, kind)) throw new A2AError("PERMISSION_DENIED", `This caller may not give ${kind} directives`);
      return true;
    },
    run: (turn) => (isSwarmMessage(turn.message) ? handler(swarmDirectiveOf(turn.message), turn) : undefined),
  };
}

/**
 * Registers the handler of swarm directives with an existing agent. After that, messages with `metadata.swarmKind` go to
 * it instead of the agent, until the function returned is called. Throws when the agent has one already.
 */
export function registerSwarmHandler(
  agent: DirectiveRegistry,
  handler: SwarmHandler,
  options: Omit<SwarmOptions, "handler"> = {},
): () => void {
  return agent.registerDirectives(swarmDirectives({ handler, ...options }));
}

function hasScope({ scopes = [] }: Principal, kind: SwarmKind): boolean {
  return scopes.includes(`swarm:${kind}`) || scopes.includes("swarm:*");
}
