import { isJsonObject, type JsonObject, PermissionError } from "@a2a/types";

/** The metadata key under which a chain of delegations tells how it came about. */
export const DELEGATION = "urn:a2a:delegation:1";

/** How a chain of delegations came about, and what it may still do. */
export interface Delegation {
  /** The agents it went through, the first one first. */
  readonly path: readonly string[];
  /** How many calls the rest of the chain may still make. Each delegation reduces it. */
  budget: number;
}

/** How far delegations may go. */
export interface DelegationLimits {
  /** How many agents may hand a task on to each other. Default 5. */
  maxDepth?: number;
  /** How many calls one chain may make in all. Default 50. */
  budget?: number;
}

/** Reads the delegation chain from the metadata of the message that started this turn. It can only narrow the limits. */
export function readDelegation(metadata: JsonObject | undefined, { budget = 50 }: DelegationLimits = {}): Delegation {
  const stated = metadata?.[DELEGATION];
  if (!isJsonObject(stated)) return { path: [], budget };
  const path = Array.isArray(stated.path) ? stated.path.filter((name) => typeof name === "string").slice(0, 100) : [];
  const left = typeof stated.budget === "number" && stated.budget >= 0 ? Math.min(stated.budget, budget) : budget;
  return { path, budget: left };
}

/**
 * The metadata with which a task is handed on to an agent. The call, and half of what is left for the agent's own calls, are taken
 * from the budget, so that a chain makes no more calls than it was given, however it branches. Throws a `PermissionError` when it
 * would go too deep, in a circle, or beyond the budget.
 */
export function delegateTo(agent: string, from: Delegation, { maxDepth = 5 }: DelegationLimits = {}): JsonObject {
  if (from.path.includes(agent)) {
    throw refusal(`${agent} already works on this task: ${[...from.path, agent].join(" → ")} is a cycle`);
  }
  if (from.path.length >= maxDepth) throw refusal(`the delegation depth limit of ${maxDepth} is reached`);
  if (from.budget < 1) throw refusal("the call budget is exhausted");
  const handedOn = Math.floor((from.budget - 1) / 2);
  from.budget -= 1 + handedOn;
  return { [DELEGATION]: { path: [...from.path, agent], budget: handedOn } };
}

function refusal(reason: string): PermissionError {
  return new PermissionError(`not delegated: ${reason}`);
}
