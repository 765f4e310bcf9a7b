import { serve } from "@a2a/server/node";
import { researcher } from "./agents/researcher.ts";

// A process of its own, so that it can be killed: node serve-researcher.ts PORT FILE EVERY_MS
const [port = "0", file = "researcher.db", everyMs = "40"] = process.argv.slice(2);
const agent = await serve({
  card: {
    name: "Researcher",
    description: "Researches a subject and streams what it finds.",
    skills: [{ id: "research", name: "Research", description: "A report in many findings.", tags: ["research"] }],
  },
  executor: researcher(Number(everyMs)),
  versions: ["1.0"],
  turns: { recovery: "resume" },
  port: Number(port),
  store: `sqlite:${file}`,
});
console.log(agent.url);
process.on("SIGTERM", () => void agent.close({ drainMs: 0 }).then(() => process.exit(0)));
