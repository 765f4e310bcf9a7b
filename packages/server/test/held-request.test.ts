import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { rpc, say, serveAgent } from "./support/agent.ts";
import { gate } from "./support/scripted.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // with the flag there is one

async function used(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve));
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const SIZE = 4_000_000;
const CALLS = 6;

it("holds the text of a large request no longer than it takes to read it", async () => {
  const go = gate();
  let turns = 0;
  let wake = () => {};
  await using agent = await serveAgent(async function* () {
    turns++;
    wake();
    await go.opened;
    yield "done";
  });
  const reached = async (count: number) => {
    while (turns < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  const text = "x".repeat(SIZE);
  const calls = [rpc(agent, "SendMessage", say(text))];
  await reached(1);
  const before = await used();
  for (let n = 1; n <= CALLS; n++) {
    calls.push(rpc(agent, "SendMessage", say(text)));
    await reached(n + 1);
  }
  // The agent's message and the log of the task have it, and so has the caller, which is in this process too.
  expect((await used()) - before).toBeLessThan(5.2 * CALLS * SIZE);
  go.open();
  await Promise.all(calls);
});
