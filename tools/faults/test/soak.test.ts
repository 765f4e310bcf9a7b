import { expect, it } from "vitest";
import { soakStreams } from "../src/soak/soak-streams.ts";
import { soakTasks } from "../src/soak/soak-tasks.ts";
import { judgeStreams, judgeTasks } from "../src/soak/verdict.ts";

// `npm run faults -- soak` does the same with more of everything.
it.concurrent("many ended streams leak no memory, and their readers miss no event", async () => {
  const soak = await soakStreams({ streams: 200, seconds: 2 });
  expect(judgeStreams(soak)).toEqual([]);
  expect(soak.events).toBeGreaterThan(400);
});

it.concurrent("many tasks are evicted down to a thousand, in constant memory", async () => {
  expect(judgeTasks(await soakTasks(4_000))).toEqual([]);
});
