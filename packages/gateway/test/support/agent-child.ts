import { serve } from "@a2a/server/node";
import { artifact, extractText, pause, silentLogger, status } from "@a2a/types";

/** An agent in a process of its own: it waits after the third of ten chunks until it is killed, and goes on when it runs again. */
const { store, port } = JSON.parse(process.argv[2] ?? "{}") as { store: string; port?: number }; // the test wrote it
const { url } = await serve({
  card: { name: "Durable" },
  logger: silentLogger,
  turns: { recovery: "resume" },
  store,
  ...(port !== undefined && { port }),
  async *executor({ task, signal, attempt }) {
    yield status("TASK_STATE_WORKING");
    for (let index = extractText(task)?.match(/#/g)?.length ?? 0; index < 10; index++) {
      if (attempt === 1 && index === 3) await pause(3_600_000, signal);
      yield artifact(
        { artifactId: "a", parts: [{ text: `#${index}` }] },
        { append: index > 0, lastChunk: index === 9 },
      );
    }
  },
});
console.log(url);
