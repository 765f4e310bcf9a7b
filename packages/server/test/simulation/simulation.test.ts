import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.ts";
import { stores } from "./stores.ts";
import type { Fault } from "./unreliable-store.ts";

/** `npm run simulate` runs more. SQLite takes ten times as long for one. */
const SEEDS = 1_000;
const SQLITE_SEEDS = 200;
const { memory } = stores as { memory: NonNullable<(typeof stores)[string]> };

describe.each(Object.entries(stores))("the engine over a %s store that is slow and fails", (name, open) => {
  it("keeps its guarantees under many interleavings", async () => {
    const violations: Record<number, string[]> = {};
    for (let seed = 0; seed < (name === "memory" ? SEEDS : SQLITE_SEEDS); seed++) {
      const problems = await simulate({ seed, open });
      if (problems.length > 0) violations[seed] = problems;
    }
    expect(violations).toEqual({});
  });
});

describe("the simulation", () => {
  it("does the same again for the same seed", async () => {
    const fault = "forget messages" as const;
    const once = async () => {
      const found: string[][] = [];
      for (let seed = 0; seed < 50; seed++) found.push(await simulate({ seed, open: memory, fault }));
      return found;
    };
    expect(await once()).toEqual(await once());
  });

  it.each<[Fault]>([["forget messages"], ["drop an entry"], ["acknowledge a failed write"]])(
    "finds a store that would %s",
    async (fault) => {
      expect(await firstSeed((seed) => simulate({ seed, open: memory, fault }))).toBeLessThan(SEEDS);
    },
  );

  it("finds an agent that completes its task after refused output", async () => {
    expect(await firstSeed((seed) => simulate({ seed, open: memory, completesAnyway: true }))).toBeLessThan(SEEDS);
  });
});

/** The first seed with a violation. */
async function firstSeed(run: (seed: number) => Promise<string[]>): Promise<number> {
  for (let seed = 0; seed < SEEDS; seed++) {
    // A broken store may make the engine fail in ways of its own.
    const problems = await run(seed).catch((error: unknown) => [String(error)]);
    if (problems.length > 0) return seed;
  }
  return SEEDS;
}
