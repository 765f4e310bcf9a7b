import { describe, expect, it } from "vitest";
import type { SharedFault } from "./shared-database.ts";
import { simulate, simulateShared } from "./simulate.ts";
import { simulations, stores } from "./simulations.ts";
import type { Fault } from "./unreliable-store.ts";

/** `npm run simulate` runs more. */
const SEEDS: Readonly<Record<string, number>> = { memory: 900, sqlite: 200, shared: 900 };
/** Within how many seeds a planted fault must be found. */
const SOON = 1_000;
const { memory: open } = stores;

describe.each(Object.entries(simulations))("the engine over a %s store that is slow and fails", (name, run) => {
  it("keeps its guarantees under many interleavings", async () => {
    const violations: Record<number, string[]> = {};
    for (let seed = 0; seed < (SEEDS[name] ?? 0); seed++) {
      const problems = await run(seed);
      if (problems.length > 0) violations[seed] = problems;
    }
    expect(violations).toEqual({});
  });
});

it("keeps a log whole when a task comes back to an engine whose last append was refused", async () => {
  // Of 100,000 seeds, this one found it: steps were decided on the head before the other engine's writes.
  expect(await simulateShared({ seed: 24_303 })).toEqual([]);
});

describe("the simulation", () => {
  it.each<[string, (seed: number) => Promise<string[]>]>([
    ["one engine", (seed) => simulate({ seed, open, fault: "forget messages" })],
    ["several engines", (seed) => simulateShared({ seed, fault: "accept a duplicate twice" })],
  ])("of %s does the same again for the same seed", async (_, run) => {
    const once = async () => {
      const found: string[][] = [];
      for (let seed = 0; seed < 50; seed++) found.push(await outcome(run, seed));
      return found;
    };
    expect(await once()).toEqual(await once());
  });

  it.each<[Fault]>([["forget messages"], ["drop an entry"], ["acknowledge a failed write"]])(
    "finds a store that would %s",
    async (fault) => {
      expect(await firstSeed((seed) => simulate({ seed, open, fault }))).toBeLessThan(SOON);
    },
  );

  it.each<[SharedFault]>([["end a task in spite of notes"], ["not fence a lease"], ["accept a duplicate twice"]])(
    "finds a shared storage that would %s",
    async (fault) => {
      expect(await firstSeed((seed) => simulateShared({ seed, fault }))).toBeLessThan(SOON);
    },
  );

  it("finds agents that complete their tasks after refused output", async () => {
    expect(await firstSeed((seed) => simulate({ seed, open, completesAnyway: true }))).toBeLessThan(SOON);
    expect(await firstSeed((seed) => simulateShared({ seed, completesAnyway: true }))).toBeLessThan(SOON);
  });
});

/** The first seed with a violation. */
async function firstSeed(run: (seed: number) => Promise<string[]>): Promise<number> {
  for (let seed = 0; seed < SOON; seed++) if ((await outcome(run, seed)).length > 0) return seed;
  return SOON;
}

/** The violations of a seed. A broken store may make the engine fail in ways of its own. */
function outcome(run: (seed: number) => Promise<string[]>, seed: number): Promise<string[]> {
  return run(seed).catch((error: unknown) => [String(error)]);
}
