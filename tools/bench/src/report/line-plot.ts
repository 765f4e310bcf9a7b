import { area, colorOf, drawing, line, round, short, text } from "./svg.ts";

/** A curve: a name, and a value for each position. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Curves over logarithmic axes, where a straight line is a power and a level one does not grow. */
export function linePlot(title: string, xLabel: string, series: readonly Series[]): string {
  const all = series.flatMap(({ points }) => points);
  const x = logScale(
    all.map((point) => point.x),
    [area.left, area.right],
  );
  const y = logScale(
    all.map((point) => point.y),
    [area.bottom, area.top],
  );
  return drawing(title, [
    ...y.ticks.flatMap((tick) => [
      line([area.left, y.at(tick)], [area.right, y.at(tick)], "grid"),
      text(area.left - 8, y.at(tick) + 4, short(tick), "end"),
    ]),
    ...[...new Set(all.map((point) => point.x))].map((tick) =>
      text(x.at(tick), area.bottom + 20, short(tick), "middle"),
    ),
    text((area.left + area.right) / 2, area.bottom + 40, xLabel, "middle"),
    ...series.map(({ points }, index) =>
      curve(
        points.map((point) => [x.at(point.x), y.at(point.y)]),
        colorOf(index),
      ),
    ),
    ...labels(series, y.at),
  ]);
}

function curve(points: readonly (readonly [number, number])[], color: string): string {
  const path = points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
  const dots = points.map(([x, y]) => `<circle cx="${round(x)}" cy="${round(y)}" r="3" fill="${color}"/>`);
  return [`<polyline class="series" stroke="${color}" points="${path}"/>`, ...dots].join("\n");
}

/** The names at the ends of the curves, moved apart where they would overlap. */
function labels(series: readonly Series[], at: (value: number) => number): string[] {
  const ends = series
    .map(({ name, points }, index) => ({ name, index, y: at(points.at(-1)?.y ?? 1) }))
    .sort((one, other) => one.y - other.y);
  let lowest = Number.NEGATIVE_INFINITY;
  return ends.map(({ name, index, y }) => {
    lowest = Math.max(y, lowest + 16);
    const marker = `<rect x="${area.right + 10}" y="${round(lowest - 4)}" width="8" height="8" fill="${colorOf(index)}"/>`;
    return `${marker}\n${text(area.right + 24, lowest + 4, name, "start")}`;
  });
}

/** A scale with ticks at powers of ten, and at more values between them where there are few. */
function logScale(values: readonly number[], [start, end]: readonly [number, number]) {
  const low = Math.log10(Math.min(...values));
  const high = Math.log10(Math.max(...values));
  const margin = Math.max(0.02, (high - low) * 0.05);
  const at = (value: number) =>
    start + ((Math.log10(value) - low + margin) / (high - low + 2 * margin)) * (end - start);
  const steps = high - low > 2.5 ? [1] : high - low > 0.8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
    ticks.push(...steps.map((step) => step * 10 ** power));
  }
  const isShown = (tick: number) => Math.log10(tick) >= low - margin && Math.log10(tick) <= high + margin;
  return { at, ticks: ticks.filter(isShown) };
}
