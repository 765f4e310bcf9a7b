// An agent with every outcome: node agent.ts PORT DATABASE. Prints its URL.
import { type AgentExecutor, artifact, ask, fail, reject, requireAuth, status } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { agentMessage, pause, textOf } from "@a2a/types";

const WORDS = "The quick brown fox jumps over the lazy dog and then it takes a nap".split(" ");

const executor: AgentExecutor = async function* ({ message, task, signal }) {
  const text = textOf(message);
  const first = task.history?.[0];
  if (first !== undefined && textOf(first) === "ask" && text !== "ask") {
    yield `Thank you for ${text}`;
    return;
  }
  switch (text) {
    case "ask":
      yield ask("Which colour?");
      return;
    case "auth":
      yield requireAuth("Please sign in.");
      return;
    case "fail":
      yield fail("The printer is on fire.");
      return;
    case "reject":
      yield reject("I do not do that.");
      return;
    case "throw":
      throw new Error("a secret of the agent");
    case "message":
      return agentMessage("Just a message.");
    case "data":
      yield artifact({ name: "table", parts: [{ data: { answer: 42 } }] });
      return;
    case "count": {
      yield status("TASK_STATE_WORKING", "Counting");
      const written = task.artifacts?.find(({ artifactId }) => artifactId === "count")?.parts ?? [];
      const done = written.flatMap((part) => ("text" in part ? part.text.split(" ").filter(Boolean) : [])).length;
      for (let n = done; n < WORDS.length; n++) {
        await pause(60, signal);
        yield artifact({ artifactId: "count", parts: [{ text: `${WORDS[n]} ` }] }, n > 0 ? { append: true } : {});
      }
      return;
    }
    case "hang":
      yield status("TASK_STATE_WORKING", "Waiting");
      await pause(60_000, signal);
      return;
    default:
      for (const word of text.split(/(?<= )/)) yield word;
  }
};

const [port = "0", database = ""] = process.argv.slice(2);
const agent = await serve({
  card: {
    name: "First hour",
    description: "Has every outcome.",
    skills: [{ id: "echo", name: "Echo", description: "Repeats a text.", tags: ["demo"], examples: ["hello"] }],
  },
  executor,
  turns: { recovery: "resume" },
  port: Number(port),
  store: database === "" ? "memory" : `sqlite:${database}`,
});
console.log(agent.url);
process.once("SIGTERM", () => void agent.close({ drainMs: 0 }));
