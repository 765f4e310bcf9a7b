import { A2AError } from "@a2a/types";

/** A pool of `pg`, as far as it is used. */
export interface RoutesPool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
  on?(event: "error", listener: () => void): unknown;
  on?(event: "connect", listener: (client: { on(event: "error", listener: () => void): unknown }) => void): unknown;
}

/** How often a health check asks a database that last answered. */
const CHECK_MS = 1_000;

/** A pool whose queries end: a database that fails, or does not answer in time, is `UNAVAILABLE`. */
export class TimedPool implements RoutesPool {
  readonly #pool: RoutesPool;
  readonly #timeoutMs: number;
  #isAvailable = true;
  #heardAt = performance.now();

  constructor(pool: RoutesPool, timeoutMs: number) {
    this.#pool = pool;
    this.#timeoutMs = timeoutMs;
  }

  /** Whether the last query was answered. */
  get isAvailable(): boolean {
    return this.#isAvailable;
  }

  /** Asks the database whether it is there, unless it answered just now. */
  async check(): Promise<boolean> {
    if (this.#isAvailable && performance.now() - this.#heardAt < CHECK_MS) return true;
    await this.query("select 1").catch(() => undefined);
    return this.#isAvailable;
  }

  async query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new Error(`the database did not answer within ${this.#timeoutMs} ms`);
      timer = setTimeout(() => reject(error), this.#timeoutMs);
    });
    try {
      const result = await Promise.race([this.#pool.query(text, values), late]);
      this.#isAvailable = true;
      this.#heardAt = performance.now();
      return result;
    } catch (cause) {
      this.#isAvailable = false;
      throw new A2AError("UNAVAILABLE", "The store of the gateway does not answer: try again shortly", {
        retryAfterMs: 1_000,
        cause,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
