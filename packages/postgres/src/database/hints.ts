import { type BatchSession, CoalescedHints, type SharedEvents } from "@a2a/server/relational-kit";
import { createSession, type PostgresPool } from "./connections.ts";

/** The longest payload of a notification, and the interval between two: each takes a lock of the whole database. */
const LIMITS = { maxBytes: 7_999, intervalMs: 5 };
/** A half-open connection reports no error, so it is tested at this interval. */
const PING_MS = 15_000;
const RECONNECT_MS = 500;

/** Hints by `NOTIFY`, on a connection of their own: never in the transaction that they are about. */
export class Hints extends CoalescedHints {
  readonly #session: BatchSession;
  readonly #ping: ReturnType<typeof setInterval>;
  #reopening: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(pool: PostgresPool, timeoutMs: number, sender: string, channel: string, events: SharedEvents) {
    const session = createSession(pool, timeoutMs, async (client) => {
      client.on("notification", ({ payload = "" }) => this.receive(payload, events));
      client.on("end", () => this.#reopen(RECONNECT_MS));
      await client.query(`listen ${channel}`);
    });
    const statement = `select pg_notify('${channel}', payload) from unnest($1::text[]) payload`;
    super({ ...LIMITS, send: (payloads) => session.query(statement, [payloads]) }, sender);
    this.#session = session;
    this.#ping = setInterval(() => void session.query("select 1").catch(() => this.#reopen(RECONNECT_MS)), PING_MS);
    this.#ping.unref();
    this.#reopen(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#reopening);
    await this.#session.close();
  }

  #reopen(delayMs: number): void {
    clearTimeout(this.#reopening);
    if (this.#isClosed) return;
    this.#reopening = setTimeout(() => void this.#session.open().catch(() => this.#reopen(RECONNECT_MS)), delayMs);
    this.#reopening.unref();
  }
}
