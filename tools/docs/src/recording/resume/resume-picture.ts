import type { Moment } from "./record-resume.ts";

const WIDTH = 660;
const LINE = 24;
const LEFT = 24;
const BODY = 84;
/** How long the end is shown before the recording starts again. */
const HOLD_MS = 4_000;

const style = `
svg { --back: #ffffff; --bar: #f6f7f8; --edge: #dfe2e7; --text: #1a1c21; --dim: #6b7280; --good: #0a7068; --bad: #b8261d; --soft: #fdeae8; }
@media (prefers-color-scheme: dark) { svg { --back: #16171a; --bar: #1d1f23; --edge: #2c2f35; --text: #e9eaec; --dim: #969ca6; --good: #4cc9b8;
  --bad: #ff8a80; --soft: #351b19; } }
.frame { fill: var(--back); stroke: var(--edge); } .head { fill: var(--bar); } .edge { stroke: var(--edge); }
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--text); white-space: pre; }
.dim { fill: var(--dim); } .good { fill: var(--good); } .bad { fill: var(--bad); font-weight: 600; }
.strong { font-weight: 600; } .track { fill: var(--edge); } .up { fill: var(--good); } .down { fill: var(--soft); stroke: var(--bad); }
.tick { fill: var(--back); } .play { fill: var(--text); }
`;

/** The recording as an SVG that plays in the time that it took, over and over. Without motion it shows the end. */
export function resumePicture(moments: readonly Moment[]): string {
  const end = moments.at(-1)?.at ?? 0;
  const total = end + HOLD_MS;
  const height = BODY + moments.length * LINE + 66;
  const percent = (at: number) => ((at / total) * 100).toFixed(2);
  const frames = moments.map(
    ({ at }, index) =>
      `@keyframes m${index} { 0%, ${percent(at)}% { opacity: 0; } ${percent(at + 60)}%, 100% { opacity: 1; } }`,
  );
  const motion = [
    ...frames,
    `@keyframes play { 0% { transform: translateX(0); } ${percent(end)}%, 100% { transform: translateX(${WIDTH - 2 * LEFT}px); } }`,
    ...moments.map((_, index) => `.m${index} { animation: m${index} ${total}ms infinite; }`),
    `.play { animation: play ${total}ms linear infinite; }`,
  ].join("\n");
  const killed = moments.find(({ kind }) => kind === "killed")?.at ?? 0;
  const restarted = moments.find(({ kind }) => kind === "restarted")?.at ?? 0;
  const x = (at: number) => (LEFT + (at / end) * (WIDTH - 2 * LEFT)).toFixed(1);
  const width = (from: number, to: number) => (Number(x(to)) - Number(x(from))).toFixed(1);
  const track = height - 34;
  let findings = 0;
  const lines = moments.map(({ at, kind, text }, index) => {
    if (kind === "finding") findings += 1;
    const [mark, tone] = markOf(kind, findings);
    const y = BODY + index * LINE + 14;
    const time = `${(at / 1_000).toFixed(2)} s`.padStart(7);
    return `<g class="m${index}"><text x="${LEFT}" y="${y}"><tspan class="dim">${time}  </tspan><tspan class="${tone}">${toXml(`${mark} ${sentenceOf(kind, text)}`)}</tspan></text></g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="A recording: an agent is killed while it streams, starts again, and the stream resumes without losing an event">`,
    `<style>${style}\n@media (prefers-reduced-motion: no-preference) { ${motion} }</style>`,
    `<rect class="frame" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="12"/>`,
    `<path class="head" d="M1 44 V13 Q1 1 13 1 H${WIDTH - 13} Q${WIDTH - 1} 1 ${WIDTH - 1} 13 V44 Z"/>`,
    `<line class="edge" x1="1" y1="44.5" x2="${WIDTH - 1}" y2="44.5"/>`,
    `<text class="strong" x="${LEFT}" y="28">for await (const event of agent.stream(question))</text>`,
    `<text class="dim" x="${LEFT}" y="68">recorded on one machine, in real time</text>`,
    ...lines,
    `<rect class="track" x="${LEFT}" y="${track}" width="${WIDTH - 2 * LEFT}" height="8" rx="4"/>`,
    `<rect class="up" x="${LEFT}" y="${track}" width="${width(0, killed)}" height="8" rx="4"/>`,
    `<rect class="down" x="${x(killed)}" y="${track - 3}" width="${width(killed, restarted)}" height="14" rx="3"/>`,
    `<rect class="up" x="${x(restarted)}" y="${track}" width="${width(restarted, end)}" height="8" rx="4"/>`,
    ...moments
      .filter(({ kind }) => kind === "finding")
      .map(({ at }) => `<circle class="tick" cx="${x(at)}" cy="${track + 4}" r="2"/>`),
    `<rect class="play" x="${LEFT - 1}" y="${track - 6}" width="2" height="20" rx="1"/>`,
    "</svg>",
    "",
  ].join("\n");
}

function markOf(kind: Moment["kind"], findings: number): [string, string] {
  switch (kind) {
    case "finding":
      return [`${findings}.`, ""];
    case "killed":
      return ["✗", "bad"];
    case "restarted":
      return ["↻", "good"];
    case "completed":
      return ["✓", "good strong"];
    case "status":
      return ["·", "dim"];
  }
}

function sentenceOf(kind: Moment["kind"], text: string): string {
  const plain = text.replaceAll("**", "");
  if (kind === "completed") return "completed: 8 findings, none lost, none twice";
  if (kind === "killed") return `${plain.replace(/\d+$/, "")}# the agent's process is gone`;
  return plain.length > 62 ? `${plain.slice(0, 61)}…` : plain;
}

function toXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
