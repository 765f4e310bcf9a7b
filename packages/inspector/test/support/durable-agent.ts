import { serve } from "@a2a/server/node";
import { artifact, extractText, pause, silentLogger, status } from "@a2a/types";

// A process of its own, so that it can be killed: node durable-agent.ts PORT FILE
const [port = "0", file = "agent.db"] = process.argv.slice(2);
const PORTS = [
  "Dover",
  "Calais",
  "Ramsgate",
  "Dunkerque",
  "Folkestone",
  "Boulogne",
  "Hastings",
  "Dieppe",
  "Brighton",
  "Fécamp",
  "Le Havre",
  "Portsmouth",
];

const agent = await serve({
  card: {
    name: "Researcher",
    description: "Researches a subject and streams its findings.",
    skills: [{ id: "research", name: "Research", description: "A report in many findings", tags: ["research"] }],
  },
  logger: silentLogger,
  turns: { recovery: "resume" },
  port: Number(port),
  store: `sqlite:${file}`,
  async *executor({ task, signal, attempt }) {
    yield status("TASK_STATE_WORKING", attempt === 1 ? "Reading the tide tables" : "Resuming after an interruption");
    const done = extractText(task)?.match(/Finding \d+/g)?.length ?? 0;
    for (let n = done; n < PORTS.length; n++) {
      // It stands still in the middle until it is killed.
      await pause(attempt === 1 && n === 6 ? 60_000 : 20, signal);
      const text = `- **Finding ${n + 1}:** high water at ${PORTS[n]} ${((n * 37) % 12) + 1}:${String((n * 23) % 60).padStart(2, "0")}\n`;
      yield artifact(
        { artifactId: "report", name: "report.md", parts: [{ text, mediaType: "text/markdown" }] },
        n > 0 ? { append: true } : {},
      );
    }
    return undefined;
  },
});
console.log(agent.url);
