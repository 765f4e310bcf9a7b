import { type AgentClient, type ConnectOptions, connect } from "@a2a/client";
import { type RunningAgent, type ServeOptions, serve } from "@a2a/server/node";
import { type AgentExecutor, artifact, ask, fail, reject, requireAuth, status, textOf } from "@a2a/types";

/** Does what it is told, like most agents. */
export const scripted: AgentExecutor = async function* ({ message, task, signal }) {
  const text = textOf(message);
  if ((task.history?.length ?? 0) > 1) {
    yield `answer: ${text}`;
    return;
  }
  const [command = "", argument = ""] = text.split(/:(.*)/s);
  if (command === "ask") yield ask(argument);
  else if (command === "auth") yield requireAuth(argument, { url: "https://login.example/" });
  else if (command === "fail") yield fail(argument);
  else if (command === "reject") yield reject(argument);
  else if (command === "hang") {
    yield status("TASK_STATE_WORKING", "thinking");
    await new Promise((_, stop) => signal.addEventListener("abort", () => stop(signal.reason), { once: true }));
  } else if (command === "files") {
    yield artifact({
      name: "files",
      parts: [
        { raw: btoa("hello"), filename: "../../hello.txt", mediaType: "text/plain" },
        { url: "https://files.example/big.bin", filename: "big.bin" },
        { data: { rows: 3 } },
      ],
    });
  } else if (command === "words") {
    for (const word of argument.split(" ")) yield `${word} `;
  } else yield text;
};

/** An agent on the loopback and a client that speaks to it. */
export async function running(
  executor: AgentExecutor = scripted,
  options: ConnectOptions = {},
  server: Partial<ServeOptions> = {},
): Promise<AsyncDisposable & { agent: RunningAgent; client: AgentClient }> {
  const agent = await serve({
    card: {
      name: "Tax Office",
      description: "Knows taxes.",
      skills: [
        { id: "rates", name: "Rates", description: "Tells rates.", tags: ["tax"], examples: ["What is due on 100?"] },
        { id: "forms", name: "Forms", description: "Finds forms.", tags: ["tax"] },
      ],
    },
    store: "memory",
    executor,
    ...server,
  });
  const client = await connect(agent.url, options);
  return { agent, client, [Symbol.asyncDispose]: () => agent.close({ drainMs: 0 }) };
}
