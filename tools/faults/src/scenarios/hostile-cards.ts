import { lintCard } from "@a2a/card/lint";
import { connect } from "@a2a/client";
import { agentTool } from "@a2a/tool-wrapper";
import type { AgentCard } from "@a2a/types";
import type { Scenario } from "../scenario.ts";

/** Longer than a card may be, which is 256 KiB in all. */
const LONG = 200_000;
const MAX_STEP_MS = 250;
const run = (text: string) => text.repeat(Math.ceil(LONG / text.length));

/** Cards whose texts are long runs of what regular expressions stumble over. */
const texts: Readonly<Record<string, string>> = {
  slashes: run("/"),
  blanks: run(" "),
  dashes: run("a-"),
  brackets: run("<a"),
  dots: run(". "),
  "media type": `text/plain${run(";  ")}`,
};

/** A client reads, checks and renders hostile cards. */
export const hostileCards: Scenario = {
  name: "hostile cards",
  async run() {
    let worst = 0;
    const problems: string[] = [];
    const before = process.memoryUsage.rss();
    for (const [kind, text] of Object.entries(texts)) {
      // Time on a processor, which others may use, too.
      const begun = process.threadCpuUsage();
      const card = hostile(text);
      lintCard(JSON.parse(JSON.stringify(card)));
      const client = await connect(card, { maxRetries: 0 }).catch(() => undefined);
      if (client) agentTool(client, { name: "hostile" });
      const { user, system } = process.threadCpuUsage(begun);
      const ms = (user + system) / 1_000;
      worst = Math.max(worst, ms);
      if (ms > MAX_STEP_MS) problems.push(`a card of ${kind} took ${Math.round(ms)} ms, more than ${MAX_STEP_MS} ms`);
    }
    return {
      sent: `${Object.keys(texts).length} cards with texts of ${LONG} characters, to a client`,
      growth: Math.max(0, process.resourceUsage().maxRSS * 1024 - before),
      note: `read, linted and rendered in ${Math.round(worst)} ms at most`,
      problems,
    };
  },
};

function hostile(text: string): AgentCard {
  return {
    name: text,
    description: text,
    version: text,
    supportedInterfaces: [
      { url: `https://agent.example/${text}x`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
    capabilities: {},
    defaultInputModes: [text],
    defaultOutputModes: [text],
    skills: [{ id: text.slice(0, 1_000), name: text, description: text, tags: [text], examples: [text] }],
  };
}
