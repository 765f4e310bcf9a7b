import * as fc from "fast-check";
import { describe, it } from "vitest";
import type { ContractEngineOptions, OpenedEngine } from "../src/engine/contract/kit.ts";
import { createMemoryEngine } from "../src/engine/memory/memory-engine.ts";
import { type Model, type Real, steps } from "./engine-model.ts";
import { openSqlite } from "./sqlite-harness.ts";

interface Subject {
  readonly name: string;
  readonly capacity: number;
  readonly runs: number;
  open(options: ContractEngineOptions): OpenedEngine;
}

const subjects: Subject[] = [
  {
    name: "the memory engine",
    capacity: 4,
    runs: 120,
    open: (options) => {
      const engine = createMemoryEngine({ ...options, maxTasks: 4 });
      return { engine, close: () => engine.close({ drainMs: 0 }) };
    },
  },
  { name: "the SQLite engine", capacity: Number.POSITIVE_INFINITY, runs: 25, open: (options) => openSqlite(options) },
];

describe.each(subjects)("$name against its model", ({ capacity, runs, open }) => {
  it("agrees after any sequence of steps: terminal is final, no gaps, limits hold", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
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
          await opened.close();
        }
      }),
      { numRuns: runs },
    );
  }, 60_000);
});
