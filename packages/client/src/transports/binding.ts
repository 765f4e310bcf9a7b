import type { BindingName } from "@a2a/bridge";
import type { HttpClient } from "@a2a/http";
import type { Endpoint, Transport, TransportOptions } from "./transport.ts";

/** The means by which a binding reaches an agent. */
export interface OpenOptions extends TransportOptions {
  /** Carries out HTTP requests; a binding over other connections does not use it. */
  http: HttpClient;
}

/** A way to carry calls to agents. It is a value, so that only the bindings in use are loaded, and others can be added. */
export interface ClientBinding {
  /** Its name in agent cards. */
  readonly name: BindingName;
  /** A transport that makes calls over this binding. Nothing is connected yet. */
  open(endpoint: Endpoint, options: OpenOptions): Transport;
  /** Whether it is used only where a card offers it; others are also tried at the URLs that agents usually have. */
  readonly offeredOnly?: boolean;
  /** Whether the address of a call tells its protocol version, so that an answer proves the version. */
  readonly versionedPaths?: boolean;
}
