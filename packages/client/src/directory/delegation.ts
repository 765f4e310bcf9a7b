import { isJsonObject, type JsonObject, LocalError } from "@a2a/types";

/** The metadata key under which a chain of delegations tells how it came about. */
export const DELEGATION = "urn:a2a:delegation:1";

/** How a chain of delegations came about. */
export interface Delegation {
  /** The agents it went through, the first one first. */
  readonly path: readonly string[];
  /** How many calls the whole chain may still make. */
  readonly budget: number;
}

/** How far delegations may go. */
export interface DelegationLimits {
  /** How many agents may hand a task on to each other. Default 5. */
  maxDepth?: number;
  /** How many calls one chain may make. Default 50. */
  budget?: number;
}

/** Reads how a chain came about from the metadata of the message that started this turn. */
export function readDelegation(metadata: JsonObject | undefined, { budget = 50 }: DelegationLimits = {}): Delegation {
  const told = metadata?.[DELEGATION];
  if (!isJsonObject(told)) return { path: [], budget };
  const path = Array.isArray(told.path) ? told.path.filter((name) => typeof name === "string").slice(0, 100) : [];
  const left = typeof told.budget === "number" && told.budget >= 0 ? Math.min(told.budget, budget) : budget;
  return { path, budget: left };
}

/**
 * The metadata with which a task is handed on to an agent. Throws a `LocalError` `PERMISSION` when that would go too deep, in a
 * circle, or beyond the budget.
 */
export function delegateTo(agent: string, from: Delegation, { maxDepth = 5 }: DelegationLimits = {}): JsonObject {
  if (from.path.includes(agent)) {
    throw refusal(`${agent} is already at work on this: ${[...from.path, agent].join(" → ")} goes in a circle`);
  }
  if (from.path.length >= maxDepth) throw refusal(`the task was handed on ${maxDepth} times already`);
  if (from.budget <= 0) throw refusal("the budget for calls is used up");
  return { [DELEGATION]: { path: [...from.path, agent], budget: from.budget - 1 } };
}

function refusal(reason: string): LocalError {
  return new LocalError("PERMISSION", `not delegated: ${reason}`);
}
