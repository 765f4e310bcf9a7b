import { setTimeout as delay } from "node:timers/promises";
import { isLocalError } from "@a2a/types";
import { createMemoryEngine } from "../engine/memory/memory-engine.ts";
import type { TaskEngine } from "../engine/port/task-engine.ts";

/** How long a process that is about to end may still hold the database of its successor. */
const IN_USE_WAIT_MS = 3_000;
const IN_USE_RETRY_MS = 50;

/**
 * Opens the engine that a store names: `memory`, `sqlite:FILE`, or `:memory:` and `sqlite::memory:` for an in-memory database. When
 * another process on this host still holds the file, as in a restart, waits up to three seconds for it to let go.
 */
export async function openEngine(store: string): Promise<TaskEngine> {
  if (store === "memory" || store === ":memory:" || store === "sqlite::memory:") return createMemoryEngine();
  if (!store.startsWith("sqlite:") || store === "sqlite:") {
    throw new TypeError(`store ${JSON.stringify(store)}: expected memory or sqlite:FILE`);
  }
  const { createSqliteEngine } = await import("../engine/sqlite/sqlite-engine.ts");
  const path = store.slice("sqlite:".length);
  for (const deadline = performance.now() + IN_USE_WAIT_MS; ; ) {
    try {
      return createSqliteEngine({ path });
    } catch (error) {
      if (!isLocalError(error, "CONFIG") || !error.retryable || performance.now() > deadline) throw error;
      await delay(IN_USE_RETRY_MS);
    }
  }
}
