import type { JsonValue } from "@a2a/types";

/** An answer to an agent's question as what is sent: a text as it is, anything else as data, and as text for agents that read no data. */
export function toAnswer(answer: unknown): { message: string; data?: JsonValue } {
  if (typeof answer === "string") return { message: answer };
  const message = JSON.stringify(answer ?? null);
  return { message, data: JSON.parse(message) as JsonValue };
}
