import type { AgentResult, JsonObject } from "@a2a/types";

/** The execution that a behavior wraps. */
export interface BehaviorContext {
  readonly agentId: string;
  readonly task: string;
  /** The caller's context; what is changed in it is sent. */
  readonly metadata: JsonObject;
  /** 1 for the first attempt. */
  attempt: number;
}

/** Returned by `onError` to have the agent called again. */
export const RETRY: unique symbol = Symbol.for("@a2a/client/RETRY");

/** A wrapper around the execution of an agent: limits, caching, fallbacks. */
export interface Behavior {
  /** Called once, before the first attempt. Its return value replaces the context. */
  before?(context: BehaviorContext): BehaviorContext | undefined | Promise<BehaviorContext | undefined>;
  /** Called after a successful attempt. Its return value replaces the result. */
  after?(context: BehaviorContext, result: AgentResult): AgentResult | undefined | Promise<AgentResult | undefined>;
  /** Called after an attempt that failed: `RETRY` for another one, a result to return instead, nothing to let the error pass. */
  onError?(
    context: BehaviorContext,
    error: unknown,
  ): AgentResult | typeof RETRY | undefined | Promise<AgentResult | typeof RETRY | undefined>;
}

/** Combines several behaviors, in their order. The first that handles an error decides. */
export class Behaviors {
  readonly #all: readonly Behavior[];

  constructor(all: readonly Behavior[]) {
    this.#all = all;
  }

  async before(context: BehaviorContext): Promise<BehaviorContext> {
    let current = context;
    for (const behavior of this.#all) current = (await behavior.before?.(current)) ?? current;
    return current;
  }

  async after(context: BehaviorContext, result: AgentResult): Promise<AgentResult> {
    let current = result;
    for (const behavior of this.#all) current = (await behavior.after?.(context, current)) ?? current;
    return current;
  }

  async onError(context: BehaviorContext, error: unknown): Promise<AgentResult | typeof RETRY | undefined> {
    for (const behavior of this.#all) {
      const answer = await behavior.onError?.(context, error);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}
