import { serve } from "@a2a/server/node";
import { artifact, extractText, pause, silentLogger, status } from "@a2a/types";

// A process of its own, so that it can be killed: node researcher.ts PORT FILE
const [port = "0", file = "researcher.db"] = process.argv.slice(2);

const FINDINGS = [
  "**Installed capacity** grew to 35 GWh, up 45 % in a year.",
  "**Grid-scale projects** overtook home batteries for the first time.",
  "**Cell prices** fell below 60 € per kWh in the third quarter.",
  "**Germany, Italy and Spain** account for two thirds of new projects.",
  "**Permits** take 14 months on average, four fewer than two years ago.",
  "**Ancillary services** are saturated: traders now earn most from arbitrage.",
  "**Sodium-ion** pilots run in three countries, none above 50 MWh.",
  "**Recycling** capacity covers 60 % of the cells that retire by 2030.",
];
const TOOLS = ["search_news", "read_report", "query_prices"];

const agent = await serve({
  card: {
    name: "Researcher",
    description: "Researches a market and streams its findings. It resumes where it was when its process is killed.",
    skills: [
      {
        id: "research",
        name: "Market research",
        description: "A report in findings, each with its source",
        tags: ["research", "markets"],
        examples: ["How is battery storage developing in Europe?", "Who buys green hydrogen?"],
      },
    ],
  },
  logger: silentLogger,
  turns: { recovery: "resume" },
  port: Number(port),
  store: `sqlite:${file}`,
  async *executor({ task, signal, attempt }) {
    yield status("TASK_STATE_WORKING", attempt === 1 ? "Planning the research" : "Resuming after a restart");
    await pause(180, signal);
    const done = extractText(task)?.match(/^- /gm)?.length ?? 0;
    for (let n = done; n < FINDINGS.length; n++) {
      if (n % 3 === 0) yield status("TASK_STATE_WORKING", `Using ${TOOLS[n / 3] ?? "search_news"}`);
      // It waits in the middle until it is killed.
      await pause(attempt === 1 && n === 5 ? 60_000 : 120 + 40 * (n % 4), signal);
      const part = { text: `- ${FINDINGS[n]}\n`, mediaType: "text/markdown" };
      yield artifact({ artifactId: "report", name: "report.md", parts: [part] }, n > 0 ? { append: true } : {});
    }
    return undefined;
  },
});
console.log(agent.url);
