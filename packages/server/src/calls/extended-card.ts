import { A2AError } from "@a2a/types";
import type { CallContext, PerformedOnce } from "./call.ts";
import type { ServerContext } from "./server-context.ts";

/** The card for callers who proved who they are. */
export function getExtendedCard(
  { extendedCard }: ServerContext,
  { caller }: CallContext<"getExtendedAgentCard">,
): PerformedOnce<"getExtendedAgentCard"> {
  if (caller.subject === "anonymous") throw new A2AError("UNAUTHENTICATED");
  if (extendedCard === undefined) throw new A2AError("EXTENDED_AGENT_CARD_NOT_CONFIGURED");
  return { output: typeof extendedCard === "function" ? extendedCard(caller) : extendedCard, isPrivate: true };
}
