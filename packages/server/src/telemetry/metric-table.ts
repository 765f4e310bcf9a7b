import { type InstrumentName, instruments } from "./instruments.ts";
import type { Labels, Metrics } from "./metrics.ts";

/** The values of one instrument with the same labels. */
export interface Cell {
  /** When its first value was recorded, in milliseconds since the epoch. */
  readonly since: number;
  /** The sum of all values. */
  sum: number;
  /** How many values there were. */
  count: number;
  /** The rest is for histograms: the smallest and the largest value, and how many lie in each bucket. */
  min: number;
  max: number;
  readonly buckets: Float64Array | undefined;
}

/**
 * Adds up the measurements of a server: sums, and histograms with fixed buckets. Finding a cell takes two lookups by identity, which costs
 * far less than hashing the labels of each measurement does.
 */
export class MetricTable implements Metrics {
  readonly #bounds: readonly number[];
  readonly #cells = new Map<InstrumentName, Map<Labels, Cell>>();

  /** Takes the inclusive upper bounds of the histogram buckets, in ascending order. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  record(name: InstrumentName, value: number, labels: Labels): void {
    const cell = this.#cells.get(name)?.get(labels) ?? this.#add(name, labels);
    cell.sum += value;
    cell.count += 1;
    const { buckets } = cell;
    if (buckets === undefined) return;
    if (value < cell.min) cell.min = value;
    if (value > cell.max) cell.max = value;
    const bucket = bucketOf(this.#bounds, value);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }

  /** Every instrument that has values, with its cells by their labels. */
  entries(): Iterable<[InstrumentName, ReadonlyMap<Labels, Readonly<Cell>>]> {
    return this.#cells;
  }

  #add(name: InstrumentName, labels: Labels): Cell {
    let cells = this.#cells.get(name);
    if (cells === undefined) {
      cells = new Map();
      this.#cells.set(name, cells);
    }
    const buckets = instruments[name].kind === "histogram" ? new Float64Array(this.#bounds.length + 1) : undefined;
    const cell = { since: Date.now(), sum: 0, count: 0, min: Infinity, max: -Infinity, buckets };
    cells.set(labels, cell);
    return cell;
  }
}

/** The first bucket whose bound is not below a value, or the one after the last bound. */
function bucketOf(bounds: readonly number[], value: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (bounds[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}
