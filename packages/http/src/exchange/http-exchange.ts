/** A request to some server. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE" | "PUT";
  /** The absolute address. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request and the reading of its answer; what is thrown then is the signal's reason, untouched. */
  readonly signal?: AbortSignal | undefined;
  /** How long the head of the answer may take. Default: that of the exchange. */
  readonly timeoutMs?: number | undefined;
}

/** The answer of a server, its body still to be read. */
export interface HttpResponse {
  readonly status: number;
  /** Headers by lower-case name; several values of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it comes. Leaving the loop closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the body whole, where the exchange has a shorter way than through `body`. Use `readText`, which knows both. */
  readonly text?: (maxBytes: number, timeoutMs: number) => Promise<string>;
}

/**
 * Carries out one request. Redirects are not followed: their answer is returned as it is. Rejects with a `LocalError`: `NETWORK` for
 * a peer that cannot be reached, `TIMEOUT` for one that is silent, `BLOCKED` for an address that must not be called.
 */
export type HttpExchange = (request: HttpRequest) => Promise<HttpResponse>;
