import { skillSchemas } from "@a2a/card";
import {
  A2AError,
  type AgentCard,
  invalidParams,
  type JsonObject,
  LocalError,
  type Message,
  skillCallOf,
} from "@a2a/types";
import * as z from "zod";

/** Refuses a message whose input does not match the schema of the skill that it calls. */
export type SkillInputCheck = (message: Message) => void;

/**
 * Compiles the input schemas that a card declares. Throws a `LocalError` `CONFIG` for one that is not a JSON Schema, so that a mistake is
 * found at start-up and not by callers.
 */
export function createSkillInputCheck(card: AgentCard): SkillInputCheck | undefined {
  const validators = new Map<string, z.ZodType>();
  for (const { id } of card.skills) {
    const schema = skillSchemas(card, id)?.input;
    if (schema) validators.set(id, compiled(id, schema));
  }
  if (validators.size === 0) return undefined;
  const ids = card.skills.map(({ id }) => id);
  return (message) => {
    const call = skillCallOf(message);
    // A message to an existing task answers a question, which has a schema of its own.
    if (call === undefined || message.taskId !== undefined) return;
    if (!ids.includes(call.skillId)) {
      throw invalidParams("message.metadata.skillId", `expected one of ${ids.slice(0, 20).join(", ")}`);
    }
    const validator = validators.get(call.skillId);
    if (validator === undefined) return;
    const index = message.parts.findIndex((part) => "data" in part);
    if (index < 0) throw invalidParams("message.parts", `skill ${call.skillId} expects its input as a data part`);
    const read = validator.safeParse(call.input);
    if (!read.success) throw mismatch(call.skillId, `message.parts.${index}.data`, read.error.issues);
  };
}

function compiled(id: string, schema: JsonObject): z.ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]); // checked by the call itself
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LocalError("CONFIG", `skill "${id}": its input schema is not supported: ${reason}`, { cause });
  }
}

function mismatch(skillId: string, field: string, issues: readonly z.core.$ZodIssue[]): A2AError {
  const violations = issues.slice(0, MAX_VIOLATIONS).map(({ path, message }) => ({
    field: [field, ...path.map(String)].join("."),
    description: message,
  }));
  const [first] = violations;
  const text = `The input of skill ${skillId} is invalid: ${first?.field}: ${first?.description}`;
  return new A2AError("INVALID_PARAMS", text, { violations });
}
const MAX_VIOLATIONS = 20;
