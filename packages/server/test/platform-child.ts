import { silentLogger } from "@a2a/types";
import { type PlatformName, serve } from "../src/node.ts";

/** An agent on a platform: its turn ends when the process is told to stop. */
const stopped = new Promise<void>((resolve) => process.once("SIGTERM", () => setImmediate(resolve)));
const server = await serve({
  card: { name: "Worker" },
  store: "memory",
  logger: silentLogger,
  platform: process.argv[2] as PlatformName, // the test names one
  security: { allowAnonymous: true },
  executor: async function* () {
    console.log("begun");
    await stopped;
    yield "finished";
  },
});
console.log(server.url.replace("localhost", "127.0.0.1"));
