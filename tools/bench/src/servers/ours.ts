import { serve } from "@a2a/server/node";
import { artifact, textOf } from "@a2a/types";
import { report } from "./report.ts";

const [, , store = "memory"] = process.argv;
const agent = await serve({
  card: { name: "Echo" },
  store,
  push: false,
  executor: async function* ({ message }) {
    yield artifact({ artifactId: "echo", name: "echo", parts: [{ text: textOf(message) }] });
  },
});
report(Number(new URL(agent.url).port));
