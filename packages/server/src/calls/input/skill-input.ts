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
import type * as z from "zod";

/** The input schemas that a card declares. */
export interface SkillInputs {
  /** Refuses a message whose input does not match the schema of the skill that it calls. */
  check(message: Message): Promise<void>;
  /** Rejects with a `LocalError` `CONFIG` if a schema is not supported. Waiting for it finds the mistake before a caller does. */
  readonly ready: Promise<unknown>;
}

/** Compiles the input schemas of a card, if it declares any: only then does an agent load what compiles them. */
export function skillInputs(card: AgentCard): SkillInputs | undefined {
  const schemas = card.skills.flatMap(({ id }) => {
    const schema = skillSchemas(card, id)?.input;
    return schema ? [[id, schema] as const] : [];
  });
  if (schemas.length === 0) return undefined;
  const validators = compileAll(schemas);
  const ids = card.skills.map(({ id }) => id);
  return {
    ready: validators,
    async check(message) {
      const call = skillCallOf(message);
      // A message to an existing task answers a question, which has a schema of its own.
      if (call === undefined || message.taskId !== undefined) return;
      if (!ids.includes(call.skillId)) {
        throw invalidParams("message.metadata.skillId", `expected one of ${ids.slice(0, 20).join(", ")}`);
      }
      const validator = (await validators).get(call.skillId);
      if (validator === undefined) return;
      const index = message.parts.findIndex((part) => "data" in part);
      if (index < 0) throw invalidParams("message.parts", `skill ${call.skillId} expects its input as a data part`);
      const read = validator.safeParse(call.input);
      if (!read.success) throw mismatch(call.skillId, `message.parts.${index}.data`, read.error.issues);
    },
  };
}

async function compileAll(schemas: readonly (readonly [string, JsonObject])[]): Promise<Map<string, z.ZodType>> {
  const { compileJsonSchema } = await import("./json-schema-validator.ts");
  return new Map(
    schemas.map(([id, schema]) => {
      try {
        return [id, compileJsonSchema(schema)];
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new LocalError("CONFIG", `skill "${id}": its input schema is not supported: ${reason}`, { cause });
      }
    }),
  );
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
