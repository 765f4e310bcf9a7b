import { type Benchmark, type Contestant, cpuTime, type Figures, type Running, wallTime } from "./benchmark.ts";

/** How often everything is run. */
export interface TurnSettings {
  /** Rounds that count. */
  rounds: number;
  /** Warm-up rounds before them, which fill caches and let the compiler settle. */
  warmUpRounds: number;
  /** Called after each round, to report progress. */
  onRound?: (done: number, total: number) => void;
}

/** The figures of each contestant in the order of the rounds. */
export type Measured = ReadonlyMap<string, readonly Figures[]>;

/**
 * Runs all contestants in every round, in rotated order, so that drift and other load on the machine affect all of them
 * equally. Tears down all contestants, even after a failure.
 */
export async function runBenchmark({ contestants }: Benchmark, options: TurnSettings): Promise<Measured> {
  const { rounds, warmUpRounds, onRound } = options;
  const measured = new Map<string, Figures[]>();
  const entries: { contestant: Contestant; running: Running }[] = [];
  try {
    for (const contestant of contestants) {
      const running = await contestant.setup();
      if (!running) continue;
      entries.push({ contestant, running });
      measured.set(contestant.name, []);
    }
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      for (const { contestant, running } of rotate(entries, round)) {
        const figures = await measure(contestant, running);
        if (round >= warmUpRounds) measured.get(contestant.name)?.push(figures);
      }
      onRound?.(round + 1, warmUpRounds + rounds);
    }
  } finally {
    for (const { running } of entries.toReversed()) await running.teardown?.();
  }
  return measured;
}

/** The list rotated to start at another position. */
export function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

async function measure({ operations }: Contestant, { run }: Running): Promise<Figures> {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  const own = await run();
  const elapsedMs = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return own ?? { [wallTime]: (elapsedMs * 1000) / operations, [cpuTime]: (user + system) / operations };
}
