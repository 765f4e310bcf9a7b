import { LocalError } from "@a2a/types";
import type { Secret } from "./secret.ts";

/** A secret as text, or wrapped so that it cannot be printed by accident. */
export type SecretText = string | Secret;

/** The text itself, which has to fit into a header. */
export function reveal(secret: SecretText, what: string): string {
  const text = typeof secret === "string" ? secret : secret.reveal();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (text !== "" && !/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw new LocalError("CONFIG", `the ${what} cannot be sent: it is empty or contains control characters`);
}
