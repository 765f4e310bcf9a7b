import type { Logger } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { type Interceptor, logging, throughInterceptors } from "./interceptors.ts";

const call = { operation: "getTask", input: { id: "t-1" }, agent: "desk", headers: {} } as const;
const task = { id: "t-1", status: { state: "TASK_STATE_WORKING" } } as const;

describe("interceptors", () => {
  it("wrap a call, the first one outermost", async () => {
    const order: string[] = [];
    const layer =
      (name: string): Interceptor =>
      async (outgoing, next) => {
        order.push(`${name} in`);
        const result = await next({ ...outgoing, headers: { ...outgoing.headers, [name]: "1" } });
        order.push(`${name} out`);
        return result;
      };
    const result = await throughInterceptors([layer("a"), layer("b")], call, async ({ headers }) => {
      order.push(`call ${Object.keys(headers).join()}`);
      return task;
    });
    expect(result).toBe(task);
    expect(order).toEqual(["a in", "b in", "call a,b", "b out", "a out"]);
  });

  it("may short-circuit the call", async () => {
    const kept: Interceptor = async (outgoing, next) =>
      outgoing.operation === "getTask" ? (task as never) : next(outgoing);
    expect(await throughInterceptors([kept], call, () => Promise.reject(new Error("not reached")))).toBe(task);
  });

  it("log operation, agent and outcome, never the content", async () => {
    const lines: [string, object, string][] = [];
    const log = (level: string) => (fields: object, message: string) => lines.push([level, fields, message]);
    const logger: Logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
    await throughInterceptors([logging(logger)], call, async () => task);
    const failure = new Error("no");
    await expect(throughInterceptors([logging(logger)], call, () => Promise.reject(failure))).rejects.toBe(failure);
    const fields = { operation: "getTask", agent: "desk", ms: expect.any(Number) };
    expect(lines).toEqual([
      ["info", fields, "call answered"],
      ["warn", { ...fields, error: failure }, "call failed"],
    ]);
  });
});
