import { isA2AError } from "@a2a/types";
import type { Outcome } from "./sdk.ts";

/** The failure of an attempt as text; one that hangs is abandoned. */
export async function limited(attempt: Promise<void>, limitMs = 20_000): Promise<Omit<Outcome, "operation">> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result after ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    await Promise.race([attempt, timeout]);
    return {};
  } catch (error) {
    if (isA2AError(error, "UNSUPPORTED_OPERATION") && error.message.startsWith("Protocol ")) return { absent: true };
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
