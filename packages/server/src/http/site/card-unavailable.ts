import type { Answer } from "@a2a/bridge";
import { cardErrorAnswer } from "@a2a/bridge/cards";
import { A2AError } from "@a2a/types";

/** The answer to requests for a card that cannot be served for now. */
export function cardUnavailable(message: string): Answer {
  return {
    ...cardErrorAnswer(new A2AError("UNAVAILABLE", message)),
    headers: { "Content-Type": "application/json", "Retry-After": "1", "Cache-Control": "no-store" },
  };
}
