import type { Benchmark } from "../benchmark.ts";
import { message, rpc, served, sqliteStore } from "../servers/contestant.ts";

const TASKS = 32;

/** The next turn of tasks that have had so many. The whole history would be most of the answer, so it is not asked for. */
function turn(name: string, turns: number, store: () => string) {
  const load = {
    body: (n: number, taskIds: readonly string[]) =>
      rpc(n, "SendMessage", {
        message: message(n, "ask", taskIds[n % taskIds.length]),
        configuration: { historyLength: 0 },
      }),
    expect: "TASK_STATE_INPUT_REQUIRED",
    requests: 1_000,
    concurrency: 8,
  };
  return served(`${name}, turn ${turns + 1}`, "ours.ts", load, () => [store(), String(TASKS), String(turns)]);
}

/** A turn of a long conversation costs what a turn of a short one does. */
export default {
  title: "one more turn of a task",
  baseline: "memory, turn 2",
  contestants: [
    turn("memory", 1, () => "memory"),
    turn("memory", 999, () => "memory"),
    turn("SQLite", 1, sqliteStore),
    turn("SQLite", 999, sqliteStore),
  ],
  targets: [
    { contestant: "memory, turn 1000", figure: "cpu µs/op", atMost: 1.2 },
    { contestant: "SQLite, turn 1000", figure: "cpu µs/op", against: "SQLite, turn 2", atMost: 1.2 },
  ],
} satisfies Benchmark;
