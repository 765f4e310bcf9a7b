import { gatewayAgents } from "./gateway-agents.ts";
import { gatewayCallers } from "./gateway-callers.ts";
import type { GatewayCell } from "./gateway-matrix.ts";

/** The outcome of all pairs as a page of Markdown. */
export function gatewayMarkdown(cells: readonly GatewayCell[]): string {
  const notes: string[] = [];
  const noted = (note: string) => {
    if (!notes.includes(note)) notes.push(note);
    return notes.indexOf(note) + 1;
  };
  const shown = ({ works, absent, fails }: GatewayCell) => {
    const counted = `${works.length}/${works.length + fails.length}`;
    const lacking = absent.length === 0 ? "" : ` (${noted(absent.join(", "))})`;
    return fails.length === 0 ? `${counted}${lacking}` : `${counted}${lacking} fails: ${fails.join("; ")}`;
  };
  const rows = gatewayAgents.map((agent) => {
    const own = gatewayCallers.map((caller) => cells.find((cell) => cell.agent === agent && cell.caller === caller));
    return `| ${side(agent)} | ${own.map((cell) => (cell ? shown(cell) : "")).join(" | ")} |`;
  });
  const works = cells.reduce((sum, cell) => sum + cell.works.length, 0);
  const tried = works + cells.reduce((sum, cell) => sum + cell.fails.length, 0);
  return [
    "# Callers and agents through the gateway",
    "",
    "`npm run interop` writes this page, and a test checks that it is up to date. Each column is a caller in front of a gateway, each row",
    "an agent behind it, all of them real programs on 127.0.0.1 that are pinned to one protocol version and binding. Our client tries eleven",
    "things: send, stream, read, cancel, subscribe, answer a question, be notified, list tasks, register and read a webhook, list and remove",
    "webhooks, and read the extended card. The official clients try all but the seventh, as far as they have it. A cell",
    "counts what worked of what both sides can express; the number in brackets says what one of the two versions does not have, or the agent does not offer.",
    "",
    `${works} of ${tried} attempts work.`,
    "",
    `| Agent \\ Caller | ${gatewayCallers.map(side).join(" | ")} |`,
    `|---|${gatewayCallers.map(() => "---|").join("")}`,
    ...rows,
    "",
    ...notes.map((note, index) => `${index + 1}. ${note}`),
    "",
  ].join("\n");
}

function side({ name, version, binding }: { name: string; version: string; binding: string }): string {
  return `${name}, ${version} ${binding}`;
}
