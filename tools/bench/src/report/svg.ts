const WIDTH = 760;
const HEIGHT = 380;

/** The area of a plot within its margins, which hold titles, ticks and labels. */
export const area = { left: 70, right: 560, top: 50, bottom: 330 };

/** Colors that differ on white and on black, also for people who do not see red or green. */
const COLORS = ["#7f7f7f", "#b8860b", "#1f77d0", "#2aa198", "#d1495b", "#8e5bd0", "#4c8c2b", "#c05a00"];

/** The color of the n-th series. */
export function colorOf(series: number): string {
  return COLORS[series % COLORS.length] ?? "#7f7f7f";
}

/** A drawing with its title. Text and lines follow the color scheme of the reader. */
export function drawing(title: string, shapes: readonly string[], height = HEIGHT): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<style>
  .background { fill: #ffffff } text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600; font-size: 14px }
  .grid { stroke: #d0d7de; stroke-width: 1 } .series { fill: none; stroke-width: 2 } .spread { stroke: #24292f; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) { .background { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #3d444d } .spread { stroke: #e6edf3 } }
</style>
<rect class="background" width="${WIDTH}" height="${height}"/>
${text(area.left, 24, title, "start", "title")}
${shapes.join("\n")}
</svg>
`;
}

/** A text at a point. */
export function text(x: number, y: number, content: string, anchor: "start" | "middle" | "end", name = ""): string {
  const kind = name === "" ? "" : ` class="${name}"`;
  return `<text${kind} x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeXml(content)}</text>`;
}

/** A straight line. */
export function line(from: readonly [number, number], to: readonly [number, number], name: string): string {
  return `<line class="${name}" x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}"/>`;
}

/** A number of pixels, without digits that nobody sees. */
export function round(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}

/** A figure with as many digits as a reader wants. */
export function short(value: number): string {
  if (value >= 10_000) return `${Number((value / 1_000).toPrecision(3))}k`;
  return String(Number(value.toPrecision(value >= 1_000 ? 4 : 3)));
}

function escapeXml(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
