import { type AgentStep, isJsonObject, type JsonValue } from "@a2a/types";
import type { AgentStepModel } from "@a2a/types/gmf-forge";

/** A step as it travels in `metadata.steps`. Its input has to be an object there: a plain value is wrapped as `{ value }`. */
export function serializeStep({ thought, action, actionInput, observation, metadata }: AgentStep): AgentStepModel {
  return { thought, action, action_input: asObject(actionInput), observation, metadata };
}

function asObject(input: JsonValue): AgentStepModel["action_input"] {
  return isJsonObject(input) ? input : { value: input };
}
