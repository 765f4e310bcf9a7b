import * as fc from "fast-check";
import { describe, it } from "vitest";
import { type Model, type ModelSubject, type Real, steps, stepsAtOnce } from "../../test/engine-model.ts";
import { RulesOnly } from "../../test/rules-only.ts";
import { openSqlite } from "../../test/sqlite-harness.ts";
import type { ContractEngineOptions } from "./contract/kit.ts";
import { createMemoryEngine } from "./memory/memory-engine.ts";

interface Subject {
  readonly name: string;
  readonly capacity: number;
  readonly runs: number;
  /** Whether tasks are created with the first append; the rules alone create them at once. */
  readonly steps: typeof steps;
  open(options: ContractEngineOptions & { now: () => number }): ModelSubject & { close?(): Promise<void> };
}

const subjects: Subject[] = [
  {
    name: "the rules without a store",
    capacity: Number.POSITIVE_INFINITY,
    runs: 300,
    steps: stepsAtOnce,
    open: ({ now }) => new RulesOnly(now).subject,
  },
  {
    name: "the memory engine",
    capacity: 4,
    runs: 120,
    steps,
    open: (options) => {
      const engine = createMemoryEngine({ ...options, maxTasks: 4 });
      return { engine, close: () => engine.close({ drainMs: 0 }) };
    },
  },
  {
    name: "the SQLite engine",
    capacity: Number.POSITIVE_INFINITY,
    runs: 25,
    steps,
    open: (options) => openSqlite(options),
  },
];

describe.each(subjects)("$name against its model", ({ capacity, runs, steps: sequences, open }) => {
  it("agrees after any sequence of steps: terminal states are final, numbering has no gaps, limits hold", async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const clock = { now: 0 };
        const opened = open({ now: () => clock.now });
        const setup = () => {
          const model: Model = { capacity, tasks: [], clock: Date.parse("2026-03-01T09:15:00Z"), submitted: 0 };
          const real: Real = { opened, clock, sent: [], ids: [], leases: [], stale: [] };
          return { model, real };
        };
        try {
          await fc.asyncModelRun(setup, sequence);
        } finally {
          await opened.close?.();
        }
      }),
      { numRuns: runs },
    );
  });
});
