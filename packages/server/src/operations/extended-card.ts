import type { Answer } from "@a2a/bridge";
import { A2AError } from "@a2a/types";
import type { CallContext } from "../dispatch/call-context.ts";
import type { ServerContext } from "../dispatch/server-context.ts";

/** The card for callers who proved who they are. */
export function getExtendedCard(server: ServerContext, context: CallContext<"getExtendedAgentCard">): Answer {
  if (context.caller.subject === "anonymous") throw new A2AError("UNAUTHENTICATED");
  if (server.extendedCard === undefined) throw new A2AError("EXTENDED_AGENT_CARD_NOT_CONFIGURED");
  const { extendedCard } = server;
  const card = typeof extendedCard === "function" ? extendedCard(context.caller) : extendedCard;
  const answer = context.reply.result(context.call, card);
  return { ...answer, headers: { ...answer.headers, "Cache-Control": "private, no-store", Vary: "Authorization" } };
}
