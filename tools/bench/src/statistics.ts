/** The middle of a series, and the bounds of its middle half. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** Summarises a series that is not empty. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** The value below which the given share of a sorted series lies, interpolated between neighbours. */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError("a quantile needs at least one value");
  return below + (above - below) * (position - Math.floor(position));
}

/** Each value divided by the value of the same round in the other series, so that what slows a round down cancels out. */
export function ratios(values: readonly number[], baseline: readonly number[]): number[] {
  return values.map((value, round) => {
    const base = baseline[round];
    if (base === undefined || base === 0) throw new RangeError(`round ${round} has no figure to compare with`);
    return value / base;
  });
}
