/** The median and the quartiles of a series. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** Summarizes a nonempty series. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** A quantile of a sorted series, interpolated between neighbors. */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError("a quantile needs at least one value");
  return below + (above - below) * (position - Math.floor(position));
}

/** Each value divided by that of the same round in the other series, so that slow rounds cancel out. */
export function ratios(values: readonly number[], baseline: readonly number[]): number[] {
  return values.map((value, round) => {
    const base = baseline[round];
    if (base === undefined || base === 0) throw new RangeError(`round ${round} has no figure to compare with`);
    return value / base;
  });
}
