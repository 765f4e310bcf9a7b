import { parseAnsi, type Span } from "./ansi.ts";

const FONT_SIZE = 13;
const CHARACTER = 7.83; // how wide a character of that size is in the usual monospace fonts
const LINE = 19;
const MARGIN = 20;
const TITLE_BAR = 34;

const style = `
svg { --back: #ffffff; --bar: #f0f2f5; --edge: #d0d7de; --text: #24292f; --dim: #6e7781; --green: #1a7f37; --cyan: #0969da;
  --yellow: #9a6700; --red: #cf222e; --magenta: #8250df; }
@media (prefers-color-scheme: dark) { svg { --back: #0d1117; --bar: #161b22; --edge: #30363d; --text: #d1d7e0; --dim: #8b949e;
  --green: #3fb950; --cyan: #58a6ff; --yellow: #d29922; --red: #f85149; --magenta: #bc8cff; } }
.frame { fill: var(--back); stroke: var(--edge); } .bar { fill: var(--bar); } .edge { stroke: var(--edge); }
text { font: ${FONT_SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  fill: var(--text); white-space: pre; }
.bold { font-weight: 600; } .dim { fill: var(--dim); } .prompt { fill: var(--green); } .green { fill: var(--green); }
.blue, .cyan { fill: var(--cyan); } .yellow { fill: var(--yellow); } .red { fill: var(--red); } .magenta { fill: var(--magenta); }
@media (prefers-reduced-motion: no-preference) { .line { animation: appear 0.15s backwards; } }
@keyframes appear { from { opacity: 0; } }
`;

/** Options of a picture. */
export interface PictureOptions {
  /** The command, shown behind a prompt. */
  readonly command: string;
  /** How long after one line the next appears. Pictures that do not move show all of them. Default 0.12. */
  readonly secondsPerLine?: number;
}

/** A terminal with the output of a command, as a self-contained SVG. */
export function terminalPicture(lines: readonly string[], { command, secondsPerLine = 0.12 }: PictureOptions): string {
  const spans: Span[][] = [
    [
      { text: "$ ", styles: ["prompt"] },
      { text: command, styles: ["bold"] },
    ],
    ...lines.map(parseAnsi),
  ];
  const columns = Math.max(...spans.map((line) => line.reduce((sum, { text }) => sum + [...text].length, 0)));
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = TITLE_BAR + MARGIN + spans.length * LINE + MARGIN - 6;
  const rows = spans.map((line, index) => {
    const y = TITLE_BAR + MARGIN + FONT_SIZE / 2 + index * LINE;
    const delay = (index * secondsPerLine).toFixed(2);
    return `<text class="line" x="${MARGIN}" y="${y}" style="animation-delay: ${delay}s">${line.map(toTspan).join("")}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${toXml(`What ${command} prints`)}">`,
    `<style>${style}</style>`,
    `<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9"/>`,
    `<path class="bar" d="M1 ${TITLE_BAR} V10 Q1 1 10 1 H${width - 10} Q${width - 1} 1 ${width - 1} 10 V${TITLE_BAR} Z"/>`,
    `<line class="edge" x1="1" y1="${TITLE_BAR}.5" x2="${width - 1}" y2="${TITLE_BAR}.5"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map(
      (fill, n) => `<circle cx="${20 + n * 18}" cy="17.5" r="5.5" fill="${fill}"/>`,
    ),
    ...rows,
    "</svg>",
    "",
  ].join("\n");
}

function toTspan({ text, styles }: Span): string {
  return styles.length === 0 ? toXml(text) : `<tspan class="${styles.join(" ")}">${toXml(text)}</tspan>`;
}

/** Characters that XML does not allow are shown as a box. */
function toXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, "\u25A1");
}
