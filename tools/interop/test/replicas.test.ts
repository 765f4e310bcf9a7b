import { createDatabase } from "test-kit/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tryRow } from "../src/matrix/matrix.ts";
import {
  type OfficialCaller,
  officialCaller0_2,
  officialCaller0_3,
  officialCaller1_0,
} from "../src/matrix/official-callers.ts";
import { LINES } from "../src/matrix/peer.ts";
import { serveReplicated } from "../src/matrix/replicated.ts";
import { until } from "../src/until.ts";
import { serveReceiver } from "../src/webhook-receiver.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.[Symbol.asyncDispose]());

const everywhere = (requests: readonly number[]) => requests.every((count) => count >= 2);

describe("three replicas that get every request in turn", () => {
  it.each([
    ["1.0", "JSONRPC"],
    ["1.0", "HTTP+JSON"],
    ["0.3", "JSONRPC"],
    ["0.3", "HTTP+JSON"],
    ["0.2", "JSONRPC"],
    ["0.1", "JSONRPC"],
  ] as const)("work with our client over the whole matrix: %s, %s", async (version, binding) => {
    await using peer = await serveReplicated(database.url, version);
    const { cells, spoken } = await tryRow({ name: "", open: async () => peer, options: { bindings: [binding] } });
    expect(spoken).toBe(`${version} over ${binding}`);
    expect(new Set(Object.values(cells))).toEqual(new Set(["works"]));
    expect(everywhere(peer.requests)).toBe(true);
  });

  it.each<[name: string, call: (url: string) => Promise<OfficialCaller>]>([
    ["0.2.5", officialCaller0_2],
    ["0.3.14 over JSON-RPC", (url) => officialCaller0_3(url, "JSONRPC")],
    ["0.3.14 over HTTP+JSON", (url) => officialCaller0_3(url, "HTTP+JSON")],
    ["1.3.0 over JSON-RPC", (url) => officialCaller1_0(url, "JSONRPC")],
    ["1.3.0 over HTTP+JSON", (url) => officialCaller1_0(url, "HTTP+JSON")],
  ])("work with the official client %s", async (_, connect) => {
    await using peer = await serveReplicated(database.url);
    const client = await connect(peer.url);
    const done = await client.send("tides");
    expect(done).toMatchObject({ state: "completed", text: LINES.join("") });
    expect(await client.get(done.id)).toEqual(done);
    const events = await client.stream("tides");
    expect(events.filter((event) => (LINES as readonly string[]).includes(event))).toEqual([...LINES]);
    expect(events.at(-1)).toBe("completed");

    const held = await client.send("hold", { wait: false });
    await until(async () => peer.holding() === 1);
    const followed = await client.resubscribe(held.id, () => peer.release());
    expect(followed.at(-1)).toBe("completed");
    expect((await client.get(held.id)).text).toBe(LINES.join(""));

    const pushed: string[] = [];
    await using hook = await serveReceiver({
      token: "tok",
      onEvent: ({ event }) => {
        if ("task" in event) pushed.push(event.task.status.state);
        else if ("statusUpdate" in event) pushed.push(event.statusUpdate.status.state);
      },
    });
    const watched = await client.send("hold", { wait: false });
    await until(async () => peer.holding() === 1);
    expect(await client.setPush(watched.id, { url: hook.url, token: "tok" })).toBe(hook.url);
    expect(await client.getPush(watched.id)).toBe(hook.url);
    if (client.listPush) expect(await client.listPush(watched.id)).toEqual([hook.url]);
    peer.release();
    await until(async () => pushed.at(-1) === "TASK_STATE_COMPLETED");
    await client.deletePush?.(watched.id);
    if (client.listPush) expect(await client.listPush(watched.id)).toEqual([]);
    if (client.list) expect(await client.list(watched.contextId)).toEqual([watched.id]);

    const canceled = await client.send("hold", { wait: false });
    await until(async () => peer.holding() === 1);
    expect((await client.cancel(canceled.id)).state).toBe("canceled");
    expect((await client.get(canceled.id)).state).toBe("canceled");

    const asked = await client.send("ask");
    expect(asked.state).toBe("input-required");
    expect(await client.send("Kiel", { task: asked })).toMatchObject({
      id: asked.id,
      state: "completed",
      text: "tides of Kiel",
    });
    expect(everywhere(peer.requests)).toBe(true);
  });
});
