import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../../src/index.ts";
import { say } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { reason, start, taskIn } from "../support/scripted.ts";

describe.each(bindings)("reading tasks over $name", ({ call }) => {
  it("R-32 rejects an unknown id", async () => {
    await using server = await start();
    expect(reason(await call(server, "GetTask", { id: "none" }))).toBe("TASK_NOT_FOUND");
  });

  it("R-33 R-34 R-35 returns the requested number of latest history messages", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("ask")));
    await call(server, "SendMessage", say("blue", { taskId: id }));
    const read = (more: JsonObject = {}) => call(server, "GetTask", { id, ...more });
    expect((await read()).output?.history).toHaveLength(3);
    expect((await read({ historyLength: 0 })).output).not.toHaveProperty("history");
    expect((await read({ historyLength: 1 })).output?.history).toMatchObject([{ parts: [{ text: "blue" }] }]);
    expect((await read({ historyLength: 9 })).output?.history).toHaveLength(3);
    expect(reason(await read({ historyLength: -1 }))).toBe("INVALID");
  });

  it("R-36 R-214 lists only the caller's tasks when no filter is given", async () => {
    await using server = await start({ auth: [bearer({ tokens: { a: "ann", b: "bob" } })] });
    const { id } = taskIn(await call(server, "SendMessage", say("mine"), { Authorization: "Bearer a" }));
    const own = await call(server, "ListTasks", {}, { Authorization: "Bearer a" });
    expect(own.output).toMatchObject({ totalSize: 1, tasks: [{ id }] });
    const foreign = await call(server, "ListTasks", {}, { Authorization: "Bearer b" });
    expect(foreign.output).toMatchObject({ totalSize: 0, tasks: [] });
  });

  it("R-37 R-38 R-39 R-43 R-44 lists in pages, newest first, with the total size", async () => {
    await using server = await start();
    const sent: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { id, status } = taskIn(await call(server, "SendMessage", say(`t${n}`)));
      sent.push(`${status.timestamp} ${id}`);
    }
    // Tasks of the same millisecond are in the order of their ids.
    const ids = sent
      .toSorted()
      .reverse()
      .map((line) => line.split(" ")[1]);
    const seen: unknown[] = [];
    let pageToken = "";
    do {
      const { output } = await call(server, "ListTasks", { pageSize: 2, ...(pageToken && { pageToken }) });
      expect(output).toMatchObject({ pageSize: 2, totalSize: 5, nextPageToken: expect.any(String) });
      seen.push(...((output?.tasks ?? []) as JsonObject[]).map(({ id }) => id));
      pageToken = output?.nextPageToken as string;
    } while (pageToken);
    expect(seen).toEqual(ids);
  });

  it("R-40 R-41 includes artifacts on request, an empty list where there are none", async () => {
    await using server = await start();
    const done = taskIn(await call(server, "SendMessage", say("x")));
    const waiting = taskIn(await call(server, "SendMessage", say("ask")));
    const list = async (more: JsonObject) => {
      const { tasks } = (await call(server, "ListTasks", more)).output as { tasks: JsonObject[] };
      return (id: string) => tasks.find((task) => task.id === id);
    };
    for (const more of [{}, { includeArtifacts: false }]) {
      const found = await list(more);
      for (const { id } of [done, waiting]) expect(found(id)).not.toHaveProperty("artifacts");
    }
    const full = await list({ includeArtifacts: true });
    expect(full(done.id)).toMatchObject({ artifacts: [{ parts: [{ text: "x" }] }] });
    expect(full(waiting.id)).toMatchObject({ artifacts: [] });
  });

  it("R-42 R-43 lists 50 tasks per page by default", async () => {
    await using server = await start();
    expect((await call(server, "ListTasks", {})).output).toEqual({
      tasks: [],
      nextPageToken: "",
      pageSize: 50,
      totalSize: 0,
    });
  });

  it("R-45 lists tasks changed at or after a timestamp", async () => {
    await using server = await start();
    const at = taskIn(await call(server, "SendMessage", say("a"))).status.timestamp as string;
    const list = (statusTimestampAfter: string) => call(server, "ListTasks", { statusTimestampAfter });
    expect((await list(at)).output).toMatchObject({ totalSize: 1 });
    expect((await list(new Date(Date.parse(at) + 1).toISOString())).output).toMatchObject({ totalSize: 0 });
  });

  it("R-44 S4-09 filters by state", async () => {
    await using server = await start();
    await call(server, "SendMessage", say("done"));
    const { id } = taskIn(await call(server, "SendMessage", say("hang", {}, { returnImmediately: true })));
    await expect
      .poll(async () => (await call(server, "ListTasks", { status: "TASK_STATE_WORKING" })).output)
      .toMatchObject({ totalSize: 1, tasks: [{ id }] });
  });

  it.each<JsonObject>([
    { pageSize: 0 },
    { pageSize: 101 },
    { pageSize: -1 },
    { pageSize: "many" },
    { historyLength: -1 },
    { status: "TASK_STATE_HAPPY" },
    { pageToken: "garbage" },
    { statusTimestampAfter: "yesterday" },
    { includeArtifacts: "yes" },
  ])("R-35 R-42 R-46 R-47 R-147 rejects a list request with %j", async (bad) => {
    await using server = await start();
    const [field] = Object.keys(bad);
    const refused = await call(server, "ListTasks", bad);
    expect(refused.error?.details).toMatchObject([{ fieldViolations: [{ field }] }]);
  });
});
