import { CoalescedHints, type StoreEvents } from "@a2a/server/engine-kit";
import { type PostgresPool, Session } from "./connections.ts";

/** The longest payload of a notification. */
const MAX_BYTES = 7_999;
/** Each commit of a notification takes a lock of the whole database. */
const INTERVAL_MS = 5;
/** A half-open connection reports no error, so it is tested at this interval. */
const PING_MS = 15_000;
const RECONNECT_MS = 500;

/** Hints by `NOTIFY`, on a connection of their own: never in the transaction that they are about. */
export class Hints extends CoalescedHints {
  readonly #session: Session;
  readonly #ping: ReturnType<typeof setInterval>;
  #reopening: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(pool: PostgresPool, timeoutMs: number, sender: string, channel: string, events: StoreEvents) {
    const session = new Session(pool, timeoutMs, async (client) => {
      client.on("notification", ({ payload = "" }) => this.receive(payload, events));
      client.on("end", () => this.#reopen());
      await client.query(`listen ${channel}`);
    });
    const statement = `select pg_notify('${channel}', payload) from unnest($1::text[]) payload`;
    const send = (payloads: readonly string[]) => session.query(statement, [payloads]);
    super({ maxBytes: MAX_BYTES, intervalMs: INTERVAL_MS, send }, sender);
    this.#session = session;
    this.#ping = setInterval(() => void session.query("select 1", []).catch(() => this.#reopen()), PING_MS);
    this.#ping.unref();
    this.#reopen(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#reopening);
    await this.#session.close();
  }

  #reopen(delayMs = RECONNECT_MS): void {
    clearTimeout(this.#reopening);
    if (this.#closed) return;
    this.#reopening = setTimeout(() => void this.#session.open().catch(() => this.#reopen()), delayMs);
    this.#reopening.unref();
  }
}
