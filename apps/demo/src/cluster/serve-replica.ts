import { serve } from "@a2a/server/node";
import { researcher } from "../agents/researcher.ts";

// One of several processes on one database: node serve-replica.ts STORE PUBLIC_URL EVERY_MS
const [store = "", publicUrl = "", everyMs = "40"] = process.argv.slice(2);
const agent = await serve({
  card: { name: "Researcher", description: "Researches a subject and streams what it finds." },
  executor: researcher(Number(everyMs)),
  turns: { recovery: "resume" },
  publicUrl,
  store,
});
console.log(agent.url);
process.on("SIGTERM", () => void agent.close({ drainMs: 0 }).then(() => process.exit(0)));
