import {
  A2AError,
  type AgentExecutor,
  type AgentTurn,
  type AgentYield,
  type Message,
  type Principal,
} from "@a2a/types";
import { isSwarmMessage, readSwarmDirective, type SwarmDirective, type SwarmKind } from "@a2a/types/swarm";

/** Carries out a directive; it answers as an agent does. */
export type SwarmHandler = (
  directive: SwarmDirective,
  turn: AgentTurn,
  // biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing has the return type void.
) => AsyncGenerator<AgentYield, Message | void, void>;

/** What a server does with directives of a swarm. */
export interface SwarmOptions {
  handler: SwarmHandler;
  /** Who may give which directive. Default: callers whose scopes hold `swarm:{kind}` or `swarm:*`. */
  allow?: (caller: Principal, kind: SwarmKind) => boolean;
}

/** Directives of a swarm, taken out before the agent sees them. */
export interface SwarmRoute {
  /** Whether a message is a directive. Throws for one that is unknown, malformed, or not allowed to its sender. */
  isDirective(message: Message, caller: Principal): boolean;
  /** The agent, with directives going to the handler instead. */
  readonly executor: AgentExecutor;
}

/** Sends messages with `metadata.swarmKind` to a directive handler instead of the agent. */
export function registerSwarmHandler(executor: AgentExecutor, { handler, allow = hasScope }: SwarmOptions): SwarmRoute {
  return {
    isDirective(message, caller) {
      if (!isSwarmMessage(message)) return false;
      const { kind } = readSwarmDirective(message);
      if (!allow(caller, kind)) throw new A2AError("PERMISSION_DENIED", `This caller may not give ${kind} directives`);
      return true;
    },
    executor: (turn) =>
      isSwarmMessage(turn.message) ? handler(readSwarmDirective(turn.message), turn) : executor(turn),
  };
}

function hasScope({ scopes = [] }: Principal, kind: SwarmKind): boolean {
  return scopes.includes(`swarm:${kind}`) || scopes.includes("swarm:*");
}
