import { describe, expect, it } from "vitest";
import { a2a as run } from "./support/a2a.ts";

const a2a = (args: string[], input = "") => run(args, { input });

describe("a2a bridge", () => {
  it("is a filter: builds, parses, detects and converts", async () => {
    const built = await a2a(["bridge", "build-send", "--goal", "Sum up", "--task-id", "t-1"]);
    expect(JSON.parse(built.out)).toMatchObject({ id: "t-1", method: "tasks/send", params: { id: "t-1" } });
    const detected = await a2a(["bridge", "detect"], built.out);
    expect(JSON.parse(detected.out)).toEqual({ kind: "request", versions: ["0.1"], operation: "sendMessage" });
    const converted = await a2a(
      ["bridge", "convert", "--object", "request", "--from", "0.1", "--to", "1.0"],
      built.out,
    );
    expect(JSON.parse(converted.out)).toMatchObject({
      method: "SendMessage",
      params: { message: { role: "ROLE_USER", parts: [{ text: "Sum up" }] } },
    });
    const error = { jsonrpc: "2.0", id: "t-1", error: { code: -32600, message: "Invalid request" } };
    const parsed = await a2a(["bridge", "parse"], JSON.stringify(error));
    expect(JSON.parse(parsed.out)).toMatchObject({ taskId: "t-1", status: "failed", error: "Invalid request" });
    const bad = await a2a(["bridge", "convert", "--object", "task", "--from", "0.3", "--to", "1.0"], '{"id":"x"}');
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining("status")]);
  });
});
