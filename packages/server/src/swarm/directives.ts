import type { AgentExecutor, AgentTurn, Message, Principal } from "@a2a/types";

/** Messages that go elsewhere than to the agent. */
export interface DirectiveRoute {
  /** Whether a message is a directive. Throws for one that is malformed, or not allowed to its sender. */
  isDirective(message: Message, caller: Principal): boolean;
  /** Runs the directive of a turn; `undefined` for a turn of the agent. */
  run(turn: AgentTurn): ReturnType<AgentExecutor> | undefined;
}

/** The route for directives that a server has at the moment. */
export interface DirectiveSlot {
  current: DirectiveRoute | undefined;
}

/** A server that accepts a route for directives while it runs. */
export interface DirectiveRegistry {
  /** Sends the messages of a route elsewhere than to the agent, until the function returned is called. There may be one route. */
  registerDirectives(route: DirectiveRoute): () => void;
}
