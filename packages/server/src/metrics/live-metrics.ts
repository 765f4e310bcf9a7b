import { type InstrumentName, instruments } from "./instruments.ts";
import type { Labels, Metrics } from "./metrics.ts";

/** Bounds of histogram buckets: from 0.1 ms on, each half as large again as the one before, up to an hour. */
const BOUNDS: readonly number[] = Array.from({ length: 44 }, (_, index) => 0.0001 * 1.5 ** index);

interface Cell {
  /** The sum of a counter, the number of values of a histogram. */
  value: number;
  sum: number;
  readonly buckets: number[] | undefined;
}

/** Keeps the metrics of a server in memory, for its own page. */
export class LiveMetrics implements Metrics {
  readonly #cells = new Map<InstrumentName, Map<Labels, Cell>>();

  record(name: InstrumentName, value: number, labels: Labels): void {
    const cell = this.#cell(name, labels);
    if (cell.buckets === undefined) {
      cell.value += value;
      return;
    }
    cell.value += 1;
    cell.sum += value;
    const bucket = bucketOf(value);
    cell.buckets[bucket] = (cell.buckets[bucket] ?? 0) + 1;
  }

  /** All values as they stand. */
  snapshot(): object {
    const rows = [...this.#cells].flatMap(([name, cells]) =>
      [...cells].map(([labels, { value, sum, buckets }]) => ({
        name,
        unit: instruments[name].unit,
        labels,
        value,
        ...(buckets && { histogram: { sum, p50: quantile(buckets, value, 0.5), p99: quantile(buckets, value, 0.99) } }),
      })),
    );
    return { at: Date.now(), rows: rows.sort((one, other) => (one.name < other.name ? -1 : 1)) };
  }

  #cell(name: InstrumentName, labels: Labels): Cell {
    let cells = this.#cells.get(name);
    if (cells === undefined) {
      cells = new Map();
      this.#cells.set(name, cells);
    }
    let cell = cells.get(labels);
    if (cell === undefined) {
      const isHistogram = instruments[name].kind === "histogram";
      cell = { value: 0, sum: 0, buckets: isHistogram ? new Array(BOUNDS.length + 1).fill(0) : undefined };
      cells.set(labels, cell);
    }
    return cell;
  }
}

function bucketOf(value: number): number {
  const index = BOUNDS.findIndex((bound) => value <= bound);
  return index < 0 ? BOUNDS.length : index;
}

/** The upper bound of the bucket that holds a quantile. */
function quantile(buckets: readonly number[], count: number, share: number): number {
  let seen = 0;
  for (const [index, inBucket] of buckets.entries()) {
    seen += inBucket;
    if (inBucket > 0 && seen >= count * share) return BOUNDS[index] ?? Number.MAX_VALUE;
  }
  return 0;
}
