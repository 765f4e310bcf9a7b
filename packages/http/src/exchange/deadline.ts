import { isLocalError, LocalError } from "@a2a/types";

/** The time allowed for the head of an answer, linked with the signal of the caller. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #forward = () => this.#controller.abort(this.#caller?.reason);

  constructor(caller: AbortSignal | undefined, timeoutMs: number | undefined) {
    this.#caller = caller;
    if (caller?.aborted) this.#forward();
    else caller?.addEventListener("abort", this.#forward, { once: true });
    if (timeoutMs !== undefined && timeoutMs > 0) {
      const late = () => this.#controller.abort(new LocalError("TIMEOUT", `no answer within ${timeoutMs} ms`));
      this.#timer = setTimeout(late, timeoutMs);
    }
  }

  /** Aborted when the caller gives up or time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The head is here: from now on only the caller's signal counts. */
  met(): void {
    clearTimeout(this.#timer);
  }

  /** Nothing more is to come: lets go of the caller's signal. */
  done(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#forward);
  }

  /** What a failed request means: the caller's own reason, the time-out, or trouble with the network. */
  explain(error: unknown, url: string): unknown {
    if (this.#controller.signal.aborted) return this.#controller.signal.reason;
    return networkError(error, url);
  }
}

/** Trouble with the network, unless it is known to be something else. */
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
