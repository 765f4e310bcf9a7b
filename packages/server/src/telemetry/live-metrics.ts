import { instruments } from "./instruments.ts";
import { type Cell, MetricTable } from "./metric-table.ts";

/** Bounds of histogram buckets: from 0.1 ms on, each half as large again as the one before, up to an hour. */
const BOUNDS: readonly number[] = Array.from({ length: 44 }, (_, index) => 0.0001 * 1.5 ** index);

/** Keeps the metrics of a server in memory, for its own page. */
export class LiveMetrics extends MetricTable {
  constructor() {
    super(BOUNDS);
  }

  /** All current values. */
  snapshot(): object {
    const rows = [...this.entries()].flatMap(([name, cells]) =>
      [...cells].map(([labels, cell]) => ({ name, unit: instruments[name].unit, labels, ...shownValue(cell) })),
    );
    return { at: Date.now(), rows: rows.sort((one, other) => (one.name < other.name ? -1 : 1)) };
  }
}

/** The sum of a counter; the number of values of a histogram, and how they are distributed. */
function shownValue({ sum, count, buckets }: Readonly<Cell>): object {
  if (buckets === undefined) return { value: sum };
  return { value: count, histogram: { sum, p50: quantile(buckets, count, 0.5), p99: quantile(buckets, count, 0.99) } };
}

/** The upper bound of the bucket that holds a quantile. */
function quantile(buckets: Float64Array, count: number, share: number): number {
  let seen = 0;
  for (const [index, inBucket] of buckets.entries()) {
    seen += inBucket;
    if (inBucket > 0 && seen >= count * share) return BOUNDS[index] ?? Number.MAX_VALUE;
  }
  return 0;
}
