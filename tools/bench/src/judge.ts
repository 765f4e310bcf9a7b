import type { Benchmark, Figures, Target } from "./benchmark.ts";
import type { Measured } from "./runner.ts";
import { ratios, type Spread, spread } from "./statistics.ts";

/** One contestant and one figure, compared with the baseline or with another contestant. */
export interface Row {
  figure: string;
  contestant: string;
  /** Of the figure itself; comparable only within this run. */
  median: number;
  /** The contestant it is compared with, unless that is the baseline. */
  against?: string;
  /** Of its ratio to the other in the same round, which is judged. */
  ratio: Spread;
  target?: Target;
  /** Whether the target is met; absent without one. */
  ok?: boolean;
}

/** Turns measurements into rows, figure by figure. Throws for a target without a measurement. */
export function judge({ baseline, contestants, targets }: Benchmark, measured: Measured): Row[] {
  const figures = Object.keys(measured.get(baseline)?.[0] ?? {});
  if (figures.length === 0) throw new Error(`nothing was measured for the baseline "${baseline}"`);
  const compare = (figure: string, contestant: string, against: string | undefined): Row => {
    const values = series(measured, contestant, figure);
    const ratio = spread(ratios(values, series(measured, against ?? baseline, figure)));
    const target = targets.find(
      (each) => each.contestant === contestant && each.figure === figure && each.against === against,
    );
    const row = { figure, contestant, median: spread(values).median, ...(against !== undefined && { against }), ratio };
    return target ? { ...row, target, ok: reaches(ratio.median, target) } : row;
  };
  const rows = figures.flatMap((figure) => [
    ...contestants.filter(({ name }) => measured.has(name)).map(({ name }) => compare(figure, name, undefined)),
    ...targets
      .filter((target) => target.figure === figure && target.against !== undefined)
      .map(({ contestant, against }) => compare(figure, contestant, against)),
  ]);
  for (const target of targets) {
    if (rows.some((row) => row.target === target)) continue;
    throw new Error(`the target for "${target.contestant}", "${target.figure}" fits nothing that was measured`);
  }
  return rows;
}

function series(measured: Measured, contestant: string, figure: string): number[] {
  return (measured.get(contestant) ?? []).map((figures: Figures) => {
    const value = figures[figure];
    if (value === undefined) throw new Error(`"${contestant}" did not measure "${figure}" in every round`);
    return value;
  });
}

function reaches(ratio: number, { atMost = Number.POSITIVE_INFINITY, atLeast = 0 }: Target): boolean {
  return ratio <= atMost && ratio >= atLeast;
}
