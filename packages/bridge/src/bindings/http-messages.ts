/** A request as a server sees it, independent of the runtime. */
export interface ServerRequest {
  readonly method: string;
  /** The path without the query, still percent-encoded. */
  readonly path: string;
  /** The beginning of the path below which a framework has mounted the handler; absent where none has. */
  readonly mountPath?: string | undefined;
  /** The query without its question mark. */
  readonly query: string;
  /** Headers by lower-case name. */
  readonly headers: Headers;
  /** The body as text; empty without a body. */
  readonly body: string;
  /** The client certificate that the TLS layer has verified, if any. */
  readonly certificate?: { readonly subject: string; readonly fingerprint: string } | undefined;
}

/** Headers by lower-case name; several values of one name are joined by commas. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** A response: a status, headers, and one body or a stream of chunks. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | AsyncIterable<string>;
}

/** A request as a client makes it, relative to the URL of an interface. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** The path below the URL of the interface; empty for JSON-RPC. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** A complete, non-streaming response. */
export interface IncomingAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}
