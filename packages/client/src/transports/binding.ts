import type { BindingName } from "@a2a/bridge";
import type { HttpClient, TlsOptions } from "@a2a/http";
import type { Endpoint, Transport, TransportOptions } from "./transport.ts";

/** The means by which a binding reaches an agent. */
export interface OpenOptions extends TransportOptions {
  /** Carries out HTTP requests; a binding over other connections does not use it. */
  http: HttpClient;
  /** For a binding over other connections: adds to its requests what `http` adds, which is headers and credentials. */
  around?: ((base: HttpClient) => HttpClient) | undefined;
  /** For a binding over other connections: how it connects. */
  dial?: DialOptions | undefined;
}

/** How a binding connects that does not use `http`. */
export interface DialOptions {
  /** Resolves the host of a URL to the address to connect to. Rejects with `BLOCKED` when it must not be called. */
  lookup?: ((url: string) => Promise<string>) | undefined;
  /** A client certificate and trusted authorities, as PEM text. */
  tls?: TlsOptions | undefined;
  /** Registers what has to be called when the client is closed. */
  onClose?: ((close: () => void) => void) | undefined;
  /** Sees every call with its messages decoded, as an `http` of yours sees requests. */
  observe?: ((call: WireCall) => WireObserver) | undefined;
}

/** A call as it leaves. */
export interface WireCall {
  /** The URL of the endpoint, with the path of the method. */
  readonly url: string;
  /** The metadata, with credentials. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The message of the request, decoded. */
  readonly message: unknown;
  /** The size of the message on the wire. */
  readonly bytes: number;
}

/** Sees what comes back for a call. */
export interface WireObserver {
  /** The metadata that precedes the messages. */
  headers(headers: Readonly<Record<string, string | undefined>>): void;
  /** A message, decoded, with its size on the wire. */
  message(message: unknown, bytes: number): void;
  /** The status that ended the call: its name, and its message if the call failed. */
  ended(status: string, error?: string): void;
}

/** A way to carry calls to agents. It is a value, so that only the bindings in use are loaded, and others can be added. */
export interface ClientBinding {
  /** Its name in agent cards. */
  readonly name: BindingName;
  /** A transport that makes calls over this binding. Nothing is connected yet. */
  open(endpoint: Endpoint, options: OpenOptions): Transport;
  /** Whether it is used only if a card offers it; others are also tried at the URLs that agents usually have. */
  readonly offeredOnly?: boolean;
  /** Whether it has a port of its own: another port of the agent's own host belongs to the agent then. */
  readonly ownPort?: boolean;
  /** The URL of an address in a card, where cards do not name a URL: `host:port`. `base` is the URL of the card. */
  readonly resolve?: (address: string, base: string | undefined) => string | undefined;
  /** Whether the address of a call tells its protocol version, so that an answer proves the version. */
  readonly versionedPaths?: boolean;
}
