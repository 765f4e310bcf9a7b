import type { BindingName } from "@a2a/bridge";
import { type AgentCard, type AgentInterface, LocalError, normalizeVersion, type ProtocolVersion } from "@a2a/types";

/** An interface that both sides support. */
export interface Selection {
  /** The entry of the card. */
  readonly entry: AgentInterface;
  readonly version: ProtocolVersion;
  readonly binding: BindingName;
}

/** The protocol versions and bindings of this side. */
export interface Supported {
  readonly versions: readonly ProtocolVersion[];
  readonly bindings: readonly BindingName[];
}

/** The interfaces that both sides support, in the card's order. */
export function commonInterfaces(card: AgentCard, { versions, bindings }: Supported): Selection[] {
  return card.supportedInterfaces.flatMap((entry) => {
    const spoken = normalizeVersion(entry.protocolVersion);
    const version = versions.find((candidate) => candidate === spoken);
    const binding = bindings.find(
      (candidate) => candidate === (bindingOf(entry.protocolBinding) ?? entry.protocolBinding),
    );
    return version && binding ? [{ entry, version, binding }] : [];
  });
}

/** The first interface that both sides support, in the card's order. Throws `NO_COMMON_INTERFACE`, naming what each side supports. */
export function selectInterface(card: AgentCard, supported: Supported): Selection {
  const [first] = commonInterfaces(card, supported);
  if (first) return first;
  const theirs = card.supportedInterfaces.map((entry) => `${entry.protocolVersion} over ${entry.protocolBinding}`);
  throw new LocalError(
    "NO_COMMON_INTERFACE",
    `no common interface: the agent supports ${theirs.slice(0, 20).join(", ") || "nothing"}; ` +
      `this client supports ${supported.versions.join(", ")} over ${supported.bindings.join(", ")}`,
  );
}

/** A binding by any of its known spellings; `undefined` for an unknown one. */
export function bindingOf(name: string): BindingName | undefined {
  const letters = name.toUpperCase().replace(/[\s_+-]/g, "");
  if (letters === "JSONRPC" || letters === "GRPC") return letters;
  return letters === "HTTPJSON" || letters === "HTTP" || letters === "REST" ? "HTTP+JSON" : undefined;
}
