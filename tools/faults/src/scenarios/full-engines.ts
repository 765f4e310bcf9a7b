import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { TaskEngine } from "@a2a/server/engine-kit";
import { createMemoryEngine } from "@a2a/server/memory";
import { createSqliteEngine } from "@a2a/server/sqlite";
import { createId } from "@a2a/types";
import { MAX_GROWTH, type Scenario } from "../scenario.ts";

const SCOPE = { tenant: "", owner: "caller" };

/** Tasks of many characters fill an engine, which evicts the older ones. */
function fullEngine(name: string, text: string, open: (folder: string) => TaskEngine, most = MAX_GROWTH): Scenario {
  const count = 24;
  return {
    name,
    async run() {
      const folder = await mkdtemp(join(tmpdir(), "a2a-faults-"));
      const engine = open(folder);
      try {
        const before = live();
        for (let n = 0; n < count; n++) await finishedTask(engine, Buffer.from(`${n}${text}`).toString());
        const growth = live() - before;
        const { tasks } = await engine.list(SCOPE, { pageSize: 1 });
        return {
          sent: `${count} tasks of ${Math.round(Buffer.byteLength(text) / 1e6)} MB`,
          growth,
          problems: [
            ...(growth < most ? [] : [`the engine holds ${growth} bytes, more than ${most}`]),
            ...(tasks.length > 0 ? [] : ["the engine has kept no task"]),
          ],
        };
      } finally {
        await engine.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

export const fullEngines: readonly Scenario[] = [
  fullEngine("full memory, text beyond Latin-1", "漢字".repeat(1_500_000), () => createMemoryEngine()),
  fullEngine(
    "SQLite: large finished tasks",
    "x".repeat(4_000_000),
    (folder) => createSqliteEngine({ path: join(folder, "tasks.db") }),
    // Texts that may be read again stay up to 16 Mi characters, and their messages once.
    24e6,
  ),
];

async function finishedTask(engine: TaskEngine, text: string): Promise<void> {
  const message = { messageId: createId(), role: "ROLE_USER", parts: [{ text: "hello" }] } as const;
  const command = { scope: SCOPE, fingerprint: "x", version: "1.0", call: {}, create: "now", message } as const;
  const begun = await engine.begin({ ...command, message: { ...message, parts: [...message.parts] } });
  if (begun.kind !== "run") throw new Error(`expected a turn to run, got ${begun.kind}`);
  const { lease } = begun;
  const { taskId, contextId } = lease;
  const status = { state: "TASK_STATE_COMPLETED" } as const;
  await lease.append([
    { artifactUpdate: { taskId, contextId, artifact: { artifactId: "answer", parts: [{ text }] } } },
    { statusUpdate: { taskId, contextId, status } },
  ]);
  await lease.release();
}

/** How much of the heap is in use after a collection. */
function live(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void; // the flag adds it to new contexts
  collect();
  return process.memoryUsage().heapUsed;
}
