import { ask, isJsonObject, type JsonObject, type Message, type StatusStep, textOf } from "@a2a/types";

/** The decision about an approval. */
export interface Approval {
  approved: boolean;
  reason?: string;
}

/** Asks whether a tool may run, with the schema of the answer. */
export function askApproval(tool: string, input: unknown, reason?: string): StatusStep {
  const why = reason === undefined ? "" : ` ${reason}`;
  return ask(`May ${tool} run with ${JSON.stringify(input)}?${why}`, { schema: APPROVAL });
}

/** Reads the answer: data that matches the schema, or a plain yes. Anything else is a no. */
export function readApproval(message: Message): Approval {
  const answer = dataOf(message);
  if (answer === undefined) return { approved: /^\s*(yes|y|ok|approve|approved)\b/i.test(textOf(message)) };
  const { approved, reason } = answer;
  return { approved: approved === true, ...(typeof reason === "string" && { reason }) };
}

/** The first object among the data parts of a message. */
export function dataOf(message: Message): JsonObject | undefined {
  for (const part of message.parts) if ("data" in part && isJsonObject(part.data)) return part.data;
  return undefined;
}

const APPROVAL: JsonObject = {
  type: "object",
  properties: {
    approved: { type: "boolean", description: "Whether the tool may run." },
    reason: { type: "string", description: "Why, or why not." },
  },
  required: ["approved"],
};
