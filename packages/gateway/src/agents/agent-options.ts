import type { BindingName } from "@a2a/bridge";
import type { CardVerifier } from "@a2a/card";
import type { ClientBinding } from "@a2a/client/core";
import type { AgentCard, ProtocolVersion } from "@a2a/types";
import type { BreakerOptions } from "./circuit-breaker.ts";
import type { AgentCredentials } from "./credentials.ts";

/** How one agent is reached and offered. */
export interface AgentOptions {
  /** Where the agent is: its address or that of its card. */
  url: string;
  /** The credentials that the agent is shown. Default: none. */
  credentials?: AgentCredentials;
  /** The protocol versions to use with the agent; a pin is never relaxed. Default: the newest that its card offers. */
  versions?: readonly ProtocolVersion[];
  /**
   * The bindings to use with the agent; a pin is never loosened. Default: as the card prefers, with gRPC where `@a2a/grpc` is installed.
   */
  bindings?: readonly (BindingName | ClientBinding)[];
  /** Headers of every request to the agent's own origins. */
  headers?: Readonly<Record<string, string>>;
  /** Further origins of the agent: they get headers and credentials, and need not be public. */
  origins?: readonly string[];
  /** The card, to use instead of fetching it. */
  card?: AgentCard;
  /** Checks the signatures of the agent's card; an agent whose card is not signed by a known key is not called. */
  verifyCard?: CardVerifier;
  /**
   * How the card is served. `rewritten` (default): at the gateway's addresses, and signed by the gateway if it has a key. `verbatim`: to
   * callers that ask for the protocol version in which the agent wrote it, unchanged and with its signature; to others rewritten.
   * A card that names the gateway's addresses by itself is served unchanged in any case.
   */
  serveCard?: "rewritten" | "verbatim";
  /** Host names at which the agent is served, beside its path: `tax.example` or `tax.example:8443`. */
  hosts?: readonly string[];
  /** How long the agent may take to answer, or to begin a stream. A message that waits for its task is not limited. Default 30,000. */
  timeoutMs?: number;
  /** When the circuit breaker opens. */
  breaker?: BreakerOptions;
  /**
   * Calls and streams that may be open at the agent, each with a connection of its own. One caller may have a quarter of them; more are
   * refused with 429. Default 4,096.
   */
  maxCalls?: number;
}
