/** The figures of one run, by name and unit: `{ "requests/s": 9100, "p99 ms": 3.2 }`. */
export type Figures = Readonly<Record<string, number>>;

/** A contestant that has been set up. */
export interface Running {
  /**
   * Runs the contestant's operations once. Returns the figures of the run; when it returns nothing, the wall
   * and CPU time of this process per operation are used.
   */
  run: () => Figures | undefined | Promise<Figures | undefined>;
  /** Releases the resources of `setup`; called once, after the last round. */
  teardown?: () => void | Promise<void>;
}

/** One of the compared implementations. */
export interface Contestant {
  name: string;
  /** The number of operations per run. A run should take some ten milliseconds. */
  operations: number;
  /** Called once, before the first round; not measured. Returns nothing where the contestant cannot run, and is left out then. */
  setup: () => Running | undefined | Promise<Running | undefined>;
  /** The same from another checkout of this repository, for contestants that are programs of it. */
  elsewhere?: (checkout: string) => Contestant;
}

/** A limit for the ratio of a contestant's figure to the same figure of another. */
export interface Target {
  contestant: string;
  figure: string;
  /** The contestant to compare with. Default: the baseline. */
  against?: string;
  atMost?: number;
  atLeast?: number;
}

/** A file in `benchmarks/` has one of these as default export, or a leveled one. */
export interface Benchmark {
  /** The comparison in one line. */
  title: string;
  /** The name of the contestant that all others are compared with. */
  baseline: string;
  contestants: readonly Contestant[];
  targets: readonly Target[];
  /** Rounds before those that count. Default 3; 0 where every run warms up by itself. */
  warmUpRounds?: number;
}

/** A benchmark that is run with different numbers of concurrent callers. */
export interface LeveledBenchmark {
  /** The numbers it is run with by default. */
  levels: readonly number[];
  at: (concurrency: number) => Benchmark;
}

/** The figures of a run that returns none of its own. */
export const wallTime = "wall µs/op";
/** CPU time of the whole process, user and system: noise from other processes moves it least. */
export const cpuTime = "cpu µs/op";
