import { setTimeout as delay } from "node:timers/promises";
import { isLocalError, type Logger } from "@a2a/types";
import { createMemoryEngine } from "../engine/memory/memory-engine.ts";
import type { TaskEngine } from "../engine/port/task-engine.ts";
import { storeOpener } from "./store-schemes.ts";

/** How long a process that is about to end may still hold the database of its successor. */
const IN_USE_WAIT_MS = 3_000;
const IN_USE_RETRY_MS = 50;

/**
 * Opens the engine that a store names: `memory`, `sqlite:FILE`, `postgres://…` with the package `@a2a/postgres`, any scheme of
 * `registerStore`, or `:memory:` and `sqlite::memory:` for an in-memory database. When another process on this host still holds the file, as in a restart, waits up to three seconds for it to let go.
 *
 * @param logger Gets an error when a part of the storage was damaged, by default a warning of the process, or when it was lost.
 */
export async function openEngine(store: string, logger?: Logger): Promise<TaskEngine> {
  if (store === "memory" || store === ":memory:" || store === "sqlite::memory:") return createMemoryEngine();
  const open = storeOpener(store);
  if (open) return open(store);
  if (!store.startsWith("sqlite:") || store === "sqlite:") {
    // An address may contain a password.
    const shown = JSON.stringify(store.replace(/(?<=:\/\/).*/s, "…"));
    const hint = /^[./\\\w-]+$/.test(store) ? `; did you mean sqlite:${store}?` : "";
    throw new TypeError(`store ${shown}: expected memory, sqlite:FILE or postgres://…${hint}`);
  }
  const { createSqliteEngine } = await import("../engine/sqlite/sqlite-engine.ts");
  const path = store.slice("sqlite:".length);
  for (const deadline = performance.now() + IN_USE_WAIT_MS; ; ) {
    try {
      return createSqliteEngine({ path, ...(logger && { logger }) });
    } catch (error) {
      if (!isLocalError(error, "CONFIG") || !error.retryable || performance.now() > deadline) throw error;
      await delay(IN_USE_RETRY_MS);
    }
  }
}
