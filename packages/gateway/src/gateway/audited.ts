import type { Perform, ServerCall } from "@a2a/server/backend-kit";
import type { Principal } from "@a2a/types";
import { outcomeOf } from "../agents/agent-errors.ts";
import type { CallEvent } from "../telemetry/events.ts";

/** Tells of each call how it ended. */
export function audited(perform: Perform, agent: string, onEvent: (event: CallEvent) => void): Perform {
  return async (call, caller, signal) => {
    const started = performance.now();
    const tell = (outcome: CallEvent["outcome"]) => onEvent(eventOf(call, caller, agent, outcome, started));
    try {
      const performed = await perform(call, caller, signal);
      tell("ok");
      return performed;
    } catch (error) {
      tell(outcomeOf(error, signal));
      throw error;
    }
  };
}

function eventOf(
  { operation, codec, binding, input, taskAlias }: ServerCall,
  { subject, source, clientId }: Principal,
  agent: string,
  outcome: CallEvent["outcome"],
  started: number,
): CallEvent {
  const taskId = taskAlias ?? taskIdOf(input);
  return {
    type: "call",
    time: new Date().toISOString(),
    caller: { subject, ...(source !== undefined && { source }), ...(clientId !== undefined && { clientId }) },
    agent,
    operation,
    version: codec.version,
    binding,
    ...(taskId !== undefined && { taskId }),
    outcome,
    durationMs: Math.round(performance.now() - started),
  };
}

/** The task that a call names. */
export function taskIdOf(input: ServerCall["input"]): string | undefined {
  if ("message" in input) return input.message.taskId;
  if ("taskId" in input) return input.taskId;
  return "id" in input ? input.id : undefined;
}
