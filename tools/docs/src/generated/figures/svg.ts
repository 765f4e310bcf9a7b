/** A picture: its size, its description for readers who do not see it, and its elements. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly description: string;
  readonly elements: readonly string[];
}

// Opaque, so that a viewer that knows dark pages but not dark pictures still shows dark on light.
const style = `svg { --back: #ffffff; --fill: #f6f8fa; --edge: #8c959f; --text: #1f2328; --dim: #59636e; --accent: #3451b2; --tint: #eef1fb; }
@media (prefers-color-scheme: dark) { svg { --back: #161618; --fill: #202127; --edge: #6e7781; --text: #e6edf3; --dim: #9da7b3;
  --accent: #a8b1ff; --tint: #262a40; } }
text { font: 14px system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: var(--text); }
.back { fill: var(--back); } .box { fill: var(--fill); stroke: var(--edge); } .key { fill: var(--tint); stroke: var(--accent); }
.name { font-weight: 600; } .small { font-size: 12px; fill: var(--dim); } .accent { fill: var(--accent); }
.halo { paint-order: stroke; stroke: var(--back); stroke-width: 5px; }
.line { stroke: var(--edge); stroke-width: 1.5; fill: none; } .dashed { stroke-dasharray: 5 4; } .head { fill: var(--edge); }`;

/** Writes a picture as an SVG file that is legible on dark and on light pages. */
export function toSvg({ width, height, description, elements }: Figure): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(description)}">`,
    `<style>\n${style}\n</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>',
    `<rect class="back" width="${width}" height="${height}" rx="8"/>`,
    ...elements,
    "</svg>\n",
  ].join("\n");
}

/** A box with a name, and optionally a line of explanation. */
export function box(
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  name: string,
  { note, isKey = false }: { note?: string; isKey?: boolean } = {},
): string {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return [
    `<rect class="${isKey ? "key" : "box"}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    label(middle.x, middle.y + (note === undefined ? 5 : -3), name, { style: "name" }),
    ...(note === undefined ? [] : [label(middle.x, middle.y + 15, note, { style: "small" })]),
  ].join("\n");
}

/** A line of text. */
export function label(
  x: number,
  y: number,
  text: string,
  { style = "", anchor = "middle" }: { style?: string; anchor?: "start" | "middle" | "end" } = {},
): string {
  return `<text${style && ` class="${style}"`} x="${x}" y="${y}" text-anchor="${anchor}">${escapeText(text)}</text>`;
}

/** A straight line with a head at its end, and at its start if it goes both ways. */
export function arrow(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  { isDashed = false, bothWays = false }: { isDashed?: boolean; bothWays?: boolean } = {},
): string {
  const heads = `${bothWays ? ' marker-start="url(#head)"' : ""} marker-end="url(#head)"`;
  return `<path class="line${isDashed ? " dashed" : ""}" d="M${x1} ${y1}L${x2} ${y2}"${heads}/>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
