import type { Spread } from "../statistics.ts";
import { area, colorOf, drawing, line, round, short, text } from "./svg.ts";

/** A bar, and the middle half of its measurements. */
export interface Bar extends Spread {
  readonly name: string;
}

/** Bars beside each other; a thin line shows the middle half of the measurements. */
export function barPlot(title: string, bars: readonly Bar[]): string {
  const left = area.left + 130;
  const longest = Math.max(...bars.map(({ median, high }) => Math.max(median, high)));
  const x = (value: number) => left + (value / longest) * (area.right + 100 - left);
  const height = 36;
  return drawing(
    title,
    bars.flatMap(({ name, median, low, high }, index) => {
      const middle = area.top + (index + 0.5) * height;
      return [
        text(left - 8, middle + 4, name, "end"),
        `<rect x="${left}" y="${round(middle - height * 0.35)}" width="${round(x(median) - left)}" height="${round(height * 0.7)}" fill="${colorOf(index)}"/>`,
        line([x(low), middle], [x(high), middle], "spread"),
        text(Math.max(x(median), x(high)) + 8, middle + 4, short(median), "start"),
      ];
    }),
    area.top + bars.length * height + 20,
  );
}
