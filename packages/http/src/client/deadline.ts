import { isLocalError, LocalError } from "@a2a/types";
import { onceAborted } from "@a2a/types/internal";

/** The timeout for the head of a response, combined with the caller's signal. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #release: () => void;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * The request that may be aborted. In Node, it follows its signal by a weak reference: once it is collected as garbage, an abort no longer
   * reaches the connection.
   */
  request: Request | undefined;

  constructor(caller: AbortSignal | undefined, timeoutMs: number | undefined) {
    this.#release = onceAborted(caller, () => this.#controller.abort(caller?.reason));
    if (timeoutMs !== undefined && timeoutMs > 0) {
      const late = () => this.#controller.abort(new LocalError("TIMEOUT", `no response within ${timeoutMs} ms`));
      this.#timer = setTimeout(late, timeoutMs);
    }
  }

  /** Aborted by the caller's signal or by the timeout. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the timeout: the head has arrived, and only the caller's signal counts from now on. */
  headReceived(): void {
    clearTimeout(this.#timer);
  }

  /** Stops listening to the caller's signal. */
  done(): void {
    clearTimeout(this.#timer);
    this.#release();
    this.request = undefined;
  }

  /** The error to throw for a failed request: the caller's reason, the timeout, or a network error. */
  explain(error: unknown, url: string): unknown {
    if (this.#controller.signal.aborted) return this.#controller.signal.reason;
    return networkError(error, url);
  }
}

/** A `NETWORK` error, unless the error is a `LocalError` already. */
export function networkError(error: unknown, url: string): LocalError {
  if (isLocalError(error)) return error;
  return new LocalError("NETWORK", `cannot reach ${originOf(url)}: ${reasonOf(error)}`, { cause: error });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "the peer";
}

/** The innermost reason: fetch hides it behind "fetch failed". */
function reasonOf(error: unknown): string {
  let reason = error;
  for (let depth = 0; depth < 4 && reason instanceof Error && reason.cause !== undefined; depth++)
    reason = reason.cause;
  if (!(reason instanceof Error)) return "unknown error";
  const code = "code" in reason && typeof reason.code === "string" ? reason.code : undefined;
  return code !== undefined && !reason.message.includes(code) ? `${code} ${reason.message}`.trim() : reason.message;
}
