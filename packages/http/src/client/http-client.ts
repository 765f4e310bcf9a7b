/** An HTTP request. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE" | "PUT" | "OPTIONS";
  /** The absolute URL. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request and the reading of its response, which then reject with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long the head of the answer may take. Default: that of the http. */
  readonly timeoutMs?: number | undefined;
  /** The budget that the request counts against. Clients without budgets ignore it. */
  readonly budget?: object | undefined;
}

/** An HTTP response whose body has not been read yet. */
export interface HttpResponse {
  readonly status: number;
  /** Headers by lower-case name; several values of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it comes. Leaving the loop closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the whole body, if the client has a faster way than `body`. Use `readText`, which picks one. */
  readonly text?: (maxBytes: number, timeoutMs: number) => Promise<string>;
}

/**
 * Sends one request. Redirects are not followed but returned. Rejects with a `LocalError`: `NETWORK` when the server cannot be
 * reached, `TIMEOUT` when it does not answer in time, `BLOCKED` when the policy forbids the URL.
 */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;
