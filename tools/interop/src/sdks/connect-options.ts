import { grpc } from "@a2a/grpc/client";
import { TOKEN } from "./credentials.ts";
import type { OfferedInterface, Sdk } from "./sdk.ts";

/** The facts about an agent that decide how it is called. */
export type AgentFacts = Pick<Sdk, "path" | "isProxy" | "joinsTexts">;

/** The token, for an agent that does not even give its card to others. */
export function headersFor({ isProxy }: AgentFacts) {
  return isProxy ? { headers: { Authorization: `Bearer ${TOKEN}` } } : {};
}

/** A binding as `connect` takes it. */
export function bindingOf(binding: OfferedInterface["binding"]) {
  return binding === "GRPC" ? grpc : binding;
}
