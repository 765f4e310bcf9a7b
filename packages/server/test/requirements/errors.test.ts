import type { JsonObject, Logger } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { say } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { reason, start, taskIn } from "../support/scripted.ts";

/** A logger that keeps what it is told. */
function keeping() {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  const logger: Logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  return { lines, logger };
}

describe.each(bindings)("errors over $name", ({ call, name }) => {
  it("R-104 R-105 R-107 R-116 have a code, a message and typed details, equivalent on every binding", async () => {
    await using server = await start();
    const { error, status } = await call(server, "GetTask", { id: "none" });
    expect(error?.details).toEqual([
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "TASK_NOT_FOUND",
        domain: "a2a-protocol.org",
        metadata: { taskId: "none" },
      },
    ]);
    expect(error?.message).not.toBe("");
    expect([error?.code, status]).toEqual(name === "JSONRPC" ? [-32001, 200] : [404, 404]);
  });

  it("R-106 R-114 name the invalid field and the expected value", async () => {
    await using server = await start();
    const { error } = await call(server, "ListTasks", { pageSize: 900 });
    expect(error?.details).toMatchObject([
      {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: [{ field: "pageSize", description: expect.stringContaining("100") }],
      },
    ]);
  });

  it("R-115 do not leak an exception, whose text goes to the log", async () => {
    const { lines, logger } = keeping();
    await using server = await start({ logger });
    const sent = await call(server, "SendMessage", say("throw"));
    expect(taskIn(sent).status).toMatchObject({ state: "TASK_STATE_FAILED", message: { role: "ROLE_AGENT" } });
    expect(JSON.stringify(sent)).not.toContain("secret in an exception");
    expect(
      lines.some(({ level, fields }) => level === "error" && String(Object(fields).error).includes("secret")),
    ).toBe(true);
  });

  it("do not leak internal failures", async () => {
    const { lines, logger } = keeping();
    await using server = await start({
      logger,
      security: {
        authenticate: () => {
          throw new Error("password of the database");
        },
      },
    });
    const { error, status } = await call(server, "GetTask", { id: "x" });
    expect([error?.message, status]).toEqual(["Internal error", name === "JSONRPC" ? 200 : 500]);
    expect(lines).toMatchObject([{ level: "error" }]);
  });

  it("R-115 R-228 R-225 mark temporary failures and say when to retry", async () => {
    await using server = await start({ limits: { rateLimit: () => 1_500 } });
    const refused = await call(server, "GetTask", { id: "x" });
    expect([reason(refused), refused.status, refused.headers.get("retry-after")]).toEqual(["RATE_LIMITED", 429, "2"]);
    const retry = refused.error?.details.find((detail: JsonObject) => String(detail["@type"]).endsWith("RetryInfo"));
    expect(retry).toMatchObject({ retryDelay: expect.stringMatching(/^1\.50*s$/) });
  });

  it("R-227 do not echo secrets of the request", async () => {
    await using server = await start();
    const secret = "sk-0123456789";
    const refused = await call(server, "SendMessage", say("x", { role: secret, messageId: 5 }), {
      Authorization: `Bearer ${secret}`,
    });
    expect(reason(refused)).toBe("INVALID");
    expect(JSON.stringify(refused)).not.toContain(secret);
  });
});
