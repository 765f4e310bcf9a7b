import { type AgentResult, type AgentStep, firstText, isTerminal, type JsonValue, type Task, textOf } from "@a2a/types";
import { AgentStepModelSchema } from "@a2a/types/gmf-forge";
import { withoutCompat } from "./forge-binding.ts";
import { parseAnswer } from "./parse-answer.ts";

/** The result of an execution from the task of the remote agent. */
export function toResult(task: Task): AgentResult {
  const { steps, ...metadata } = withoutCompat(task.metadata ?? {});
  const { state, message } = task.status;
  const success = state === "TASK_STATE_COMPLETED";
  return {
    output: firstText(task),
    steps: (Array.isArray(steps) ? steps : []).map(toStep),
    metadata: { ...metadata, a2a_task_id: task.id },
    success,
    ...(!success && { error: (message && textOf(message)) || failureOf(task) }),
  };
}

/** An error for a task that says nothing about its end, or has none. */
function failureOf({ id, status: { state } }: Task): string {
  const word = state.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
  return isTerminal(state) ? `Task ${id} is ${word}` : `Task ${id} has not finished: it is ${word}`;
}

function toStep(wire: JsonValue): AgentStep {
  const { action_input: actionInput, ...step } = parseAnswer(AgentStepModelSchema, wire);
  return { ...step, actionInput };
}
