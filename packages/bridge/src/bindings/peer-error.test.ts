import { A2AError, isLocalError } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { excerpt, excerptOfError, readPeer, withRetryAfter } from "./peer-error.ts";
import { asA2AError } from "./reply.ts";

describe("an excerpt of a peer's response", () => {
  it("is short and has its control characters escaped", () => {
    expect(excerpt("a\u001b[31mred\nnext\u202e")).toBe("a\\u001b[31mred\\u000anext\\u202e");
    expect(excerpt("x".repeat(1000))).toHaveLength(200);
    expect(excerpt("\u0000".repeat(1000)).length).toBeLessThanOrEqual(400);
  });

  it.each([
    ['{"error":{"code":404,"message":"No route for GET /x"}}', "No route for GET /x"],
    ['{"error":"invalid_client"}', '{"error":"invalid_client"}'],
    ['{"error":{"code":404}}', '{"error":{"code":404}}'],
    ["null", "null"],
    ["Not found", "Not found"],
  ])("shows the message of the error %s", (body, shown) => {
    expect(excerptOfError(body)).toBe(shown);
  });
});

describe("a peer's response", () => {
  it("that is invalid becomes a LocalError", () => {
    const violations = [{ field: "status.state", description: "expected one of ours\u0007" }];
    const cause = new A2AError("INVALID_PARAMS", "no", { violations });
    const read = () =>
      readPeer("0.3", () => {
        throw cause;
      });
    expect(read).toThrow("the peer's answer does not fit protocol 0.3: status.state: expected one of ours\\u0007");
    expect(isLocalError(thrown(read), "PROTOCOL")).toBe(true);
    expect(thrown(read)).toMatchObject({ cause });
  });

  it("may be an A2AError or an unknown error", () => {
    const gone = new A2AError("TASK_NOT_FOUND");
    expect(thrown(() => readPeer("1.0", () => raise(gone)))).toBe(gone);
    const bug = new TypeError("ours");
    expect(thrown(() => readPeer("1.0", () => raise(bug)))).toBe(bug);
    expect(readPeer("1.0", () => 5)).toBe(5);
  });

  it("may contain the retry delay in its headers", () => {
    const error = new A2AError("RATE_LIMITED", "slow", { metadata: { a: "b" }, details: [{ "@type": "x" }] });
    expect(withRetryAfter(error, { "retry-after": "2" })).toMatchObject({
      code: "RATE_LIMITED",
      message: "slow",
      metadata: { a: "b" },
      details: [{ "@type": "x" }],
      retryAfterMs: 2000,
    });
    for (const header of ["", "soon", "-1", "1e9", "Wed, 21 Oct 2026 07:28:00 GMT", undefined]) {
      expect(withRetryAfter(error, { "retry-after": header })).toBe(error);
    }
  });
});

describe("R-104 an outgoing error", () => {
  it("hides its cause unless it is an A2AError", () => {
    const own = new A2AError("TASK_NOT_FOUND");
    expect(asA2AError(own)).toBe(own);
    const cause = new Error("password is x");
    expect(asA2AError(cause)).toMatchObject({ code: "INTERNAL", message: "Internal error", cause });
  });
});

function raise(error: Error): never {
  throw error;
}

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
