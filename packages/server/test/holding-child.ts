// An agent that never ends its turns, in a process of its own, which tells how much memory it uses.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { silentLogger } from "@a2a/types";
import { serve } from "../src/node.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // with the flag there is one

let turns = 0;
const { url } = await serve({
  card: { name: "Holding" },
  store: "memory",
  logger: silentLogger,
  executor: async function* () {
    yield "begun";
    process.send?.({ turns: ++turns });
    await new Promise(() => {});
  },
});
process.on("message", () => {
  setTimeout(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ used: heapUsed + external });
  });
});
process.on("disconnect", () => process.exit());
process.send?.({ url });
