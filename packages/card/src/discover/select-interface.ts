import { type AgentCard, type AgentInterface, LocalError, normalizeVersion, type ProtocolVersion } from "@a2a/types";
import type { Binding } from "../build/build-card.ts";

/** An interface both sides speak. */
export interface Selection {
  /** The entry of the card. */
  readonly entry: AgentInterface;
  readonly version: ProtocolVersion;
  readonly binding: Binding;
}

/** What this side speaks. */
export interface Spoken {
  readonly versions: readonly ProtocolVersion[];
  readonly bindings: readonly Binding[];
}

/** The interfaces both sides speak, in the card's order. */
export function commonInterfaces(card: AgentCard, { versions, bindings }: Spoken): Selection[] {
  return card.supportedInterfaces.flatMap((entry) => {
    const spoken = normalizeVersion(entry.protocolVersion);
    const version = versions.find((candidate) => candidate === spoken);
    const binding = bindings.find((candidate) => candidate === bindingOf(entry.protocolBinding));
    return version && binding ? [{ entry, version, binding }] : [];
  });
}

/** The first interface both sides speak, in the card's order. Throws `NO_COMMON_INTERFACE`, saying what each side speaks. */
export function selectInterface(card: AgentCard, spoken: Spoken): Selection {
  const [first] = commonInterfaces(card, spoken);
  if (first) return first;
  const theirs = card.supportedInterfaces.map((entry) => `${entry.protocolVersion} over ${entry.protocolBinding}`);
  throw new LocalError(
    "NO_COMMON_INTERFACE",
    `no common interface: the agent speaks ${theirs.slice(0, 20).join(", ") || "nothing"}; ` +
      `this side speaks ${spoken.versions.join(", ")} over ${spoken.bindings.join(", ")}`,
  );
}

/** A binding by any of its spellings; `undefined` for one this toolkit does not know. */
export function bindingOf(name: string): Binding | undefined {
  const letters = name.toUpperCase().replace(/[\s_+-]/g, "");
  if (letters === "JSONRPC") return "JSONRPC";
  return letters === "HTTPJSON" || letters === "HTTP" || letters === "REST" ? "HTTP+JSON" : undefined;
}
