/** What one run measured, by name and unit: `{ "requests/s": 9100, "p99 ms": 3.2 }`. */
export type Figures = Readonly<Record<string, number>>;

/** A contestant that has been set up. */
export interface Running {
  /**
   * Carries out the contestant's operations once. What it returns are the figures of the run; when it returns nothing, the wall
   * and CPU time of this process are taken, per operation.
   */
  run: () => Figures | undefined | Promise<Figures | undefined>;
  /** Releases what `setup` took; called once, after the last round. */
  teardown?: () => void | Promise<void>;
}

/** One of the ways to do the same thing. */
export interface Contestant {
  name: string;
  /** How many operations one run carries out. Choose so many that a run takes some ten milliseconds. */
  operations: number;
  /** Called once, before the first round; what it prepares is not measured. */
  setup: () => Running | Promise<Running>;
}

/** A limit for the ratio of a contestant's figure to the same figure of another. */
export interface Target {
  contestant: string;
  figure: string;
  /** The other. Default: the baseline. */
  against?: string;
  atMost?: number;
  atLeast?: number;
}

/** A file in `benchmarks/` exports as its default one of these, or how to make one for so many callers at a time. */
export interface Benchmark {
  /** What is compared, in one line. */
  title: string;
  /** The name of the contestant that all others are compared with. */
  baseline: string;
  contestants: readonly Contestant[];
  targets: readonly Target[];
}

/** Makes a benchmark for so many callers at a time; for how many it was meant when that is not said. */
export type BenchmarkMaker = (concurrency?: number) => Benchmark;

/** The figures of a run that returns none of its own. */
export const wallTime = "wall µs/op";
/** CPU time of the whole process, user and system: noise from other processes moves it least. */
export const cpuTime = "cpu µs/op";
