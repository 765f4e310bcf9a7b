import type { JsonObject } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { say } from "../support/agent.ts";
import { bindings, httpJson, jsonRpc } from "../support/bindings.ts";
import { reason, start, taskIn } from "../support/scripted.ts";

const names = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(names);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...names(member)]);
};

describe.each(bindings)("JSON over $name", ({ call }) => {
  it("R-117 R-118 R-119 R-120 is written with camelCase names, enum names and UTC timestamps to the millisecond", async () => {
    await using server = await start();
    const task = taskIn(await call(server, "SendMessage", say("x")));
    for (const name of names(task)) expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task.history).toMatchObject([{ role: "ROLE_USER" }]);
    expect(task.status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("R-122 R-123 is read with snake_case names, enum numbers and any base64 variant", async () => {
    await using server = await start({ card: { name: "Any", defaultInputModes: ["*/*"] } });
    const message = { message_id: "m-1", role: 1, parts: [{ raw: "_-8", media_type: "a/b" }] };
    const { history } = taskIn(await call(server, "SendMessage", { message })) as unknown as { history: JsonObject[] };
    expect(history[0]).toMatchObject({
      messageId: "m-1",
      role: "ROLE_USER",
      parts: [{ raw: "/+8=", mediaType: "a/b" }],
    });
  });

  it("R-118 R-46 is rejected with unknown enum values, which are not echoed", async () => {
    await using server = await start();
    const refused = await call(server, "SendMessage", say("x", { role: "ROLE_KING" }));
    expect(reason(refused)).toBe("INVALID");
    expect(JSON.stringify(refused.error)).not.toContain("UNRECOGNIZED");
  });

  it.each(["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678901Z", "2026-01-02T05:04:05+02:00"])(
    "R-121 is read with the timestamp %s",
    async (statusTimestampAfter) => {
      await using server = await start();
      await call(server, "SendMessage", say("x"));
      const { output } = await call(server, "ListTasks", { statusTimestampAfter });
      expect(output).toMatchObject({ totalSize: 1 });
    },
  );

  it("R-124 preserves a part whose data is null, in requests and responses", async () => {
    await using server = await start({ card: { name: "Any", defaultInputModes: ["*/*"] } });
    expect(taskIn(await call(server, "SendMessage", say("null")))).toMatchObject({
      artifacts: [{ parts: [{ data: null }] }],
    });
    const sent = taskIn(await call(server, "SendMessage", say("", { parts: [{ data: null }, { text: "x" }] })));
    expect(sent.history).toMatchObject([{ parts: [{ data: null }, { text: "x" }] }]);
  });

  it("R-125 distinguishes a field set to its default from an absent one", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("x")));
    expect((await call(server, "GetTask", { id })).output).toHaveProperty("history");
    expect((await call(server, "GetTask", { id, historyLength: 0 })).output).not.toHaveProperty("history");
    const empty = say("", { parts: [{ text: "" }] });
    expect(taskIn(await call(server, "SendMessage", empty)).history).toMatchObject([{ parts: [{ text: "" }] }]);
  });

  it("R-231 transmits every character as UTF-8", async () => {
    await using server = await start();
    const text = 'Größe 日本 🦕 \u2028 \u0000 "\\';
    expect(taskIn(await call(server, "SendMessage", say(text)))).toMatchObject({ artifacts: [{ parts: [{ text }] }] });
  });
});

describe("both bindings", () => {
  it("R-126 R-160 R-161 R-162 return the same task, the same list and the same errors", async () => {
    await using server = await start();
    const { id } = taskIn(await jsonRpc.call(server, "SendMessage", say("x")));
    await httpJson.call(server, "SendMessage", say("ask"));
    for (const [operation, params] of [
      ["GetTask", { id }],
      ["ListTasks", { includeArtifacts: true }],
      ["ListTasks", { pageSize: 200 }],
      ["CancelTask", { id }],
      ["GetTask", { id: "none" }],
      ["SubscribeToTask", { id }],
      ["SendMessage", { message: {} }],
    ] as const) {
      const [rpc, rest] = await Promise.all(
        [jsonRpc, httpJson].map((binding) => binding.call(server, operation, params)),
      );
      expect(rpc?.output).toEqual(rest?.output);
      expect([rpc?.error?.reason, rpc?.error?.message, rpc?.error?.details]).toEqual([
        rest?.error?.reason,
        rest?.error?.message,
        rest?.error?.details,
      ]);
    }
  });
});
