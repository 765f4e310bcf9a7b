import { A2AError, type ErrorCode, errorCodes, isA2AError, type JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { gmfForge } from "../dialects/gmf-forge.ts";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_2 } from "../versions/v0_2.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";

const INFO = "type.googleapis.com/google.rpc.ErrorInfo";

describe("R-105, R-137, R-138 errors of 1.0", () => {
  it.each(errorCodes)("carry the reason %s where the code is ambiguous", (code) => {
    const { data } = v1_0.errors.encode(new A2AError(code));
    const plain: readonly ErrorCode[] = [
      "PARSE_ERROR",
      "INVALID_REQUEST",
      "METHOD_NOT_FOUND",
      "INVALID_PARAMS",
      "INTERNAL",
    ];
    if (plain.includes(code)) expect(data).toBeUndefined();
    else expect(data).toStrictEqual([{ "@type": INFO, reason: code, domain: "a2a-protocol.org" }]);
  });

  it("R-106, R-114 carry the invalid fields and the retry delay", () => {
    const violations = [{ field: "message.parts", description: "expected at least one part" }];
    const { data } = v1_0.errors.encode(new A2AError("INVALID_PARAMS", "no", { violations, retryAfterMs: 1500 }));
    expect(data).toStrictEqual([
      { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: violations },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1.5s" },
    ]);
  });

  it.each([
    ["an object instead of a list", { "@type": INFO, reason: "TASK_NOT_FOUND" }, "TASK_NOT_FOUND"],
    ["a text", "why not", "UNSUPPORTED_OPERATION"],
    ["garbage among the details", [5, null, { "@type": INFO, reason: "TASK_NOT_FOUND" }], "TASK_NOT_FOUND"],
    ["a reason that is no text", [{ "@type": INFO, reason: 5 }], "UNSUPPORTED_OPERATION"],
    ["an inherited name as reason", [{ "@type": INFO, reason: "toString" }], "UNSUPPORTED_OPERATION"],
    [
      "endless delay",
      [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1e400s" }],
      "UNSUPPORTED_OPERATION",
    ],
  ])("are read with %s", (_, data, code) => {
    const error = v1_0.errors.decode({ code: -32004, message: "no", data: data as JsonValue });
    expect(error).toMatchObject({ code, message: "no", retryAfterMs: undefined });
  });

  it("have a message even where the peer sends none", () => {
    expect(v1_0.errors.decode({ code: -32001, message: "" }).message).toBe("Task not found");
    expect(v1_0.errors.decode({ code: 7, message: "seven" })).toMatchObject({ code: "INTERNAL", message: "seven" });
  });

  it("write metadata as strings, and drop other values", () => {
    const deep = JSON.parse("[".repeat(10_000) + "]".repeat(10_000)) as JsonValue;
    const metadata = { a: "x", b: 5, c: { d: true }, e: deep };
    const error = v1_0.errors.decode({
      code: -32001,
      message: "",
      data: [{ "@type": INFO, reason: "TASK_NOT_FOUND", metadata }],
    });
    expect(error.metadata).toStrictEqual({ a: "x", b: "5" });
  });
});

describe("P7 errors of 0.2 and 0.3", () => {
  it.each([v0_3, v0_2])("keep the details of 1.0 in an object, in $version", ({ errors }) => {
    const metadata = { taskId: "t", berth: "7" };
    expect(errors.encode(new A2AError("TASK_NOT_FOUND", "no t", { metadata }))).toStrictEqual({
      code: -32001,
      message: "no t",
      data: { details: [{ "@type": INFO, reason: "TASK_NOT_FOUND", domain: "a2a-protocol.org", metadata }] },
    });
    expect(errors.encode(new A2AError("INTERNAL"))).toStrictEqual({ code: -32603, message: "Internal error" });
  });

  it.each([v0_3, v0_2])("have no data where the code and the call tell all, in $version", ({ errors }) => {
    const error = new A2AError("TASK_NOT_FOUND", "no t", { metadata: { taskId: "t" } });
    expect(errors.encode(error)).toStrictEqual({ code: -32001, message: "no t" });
    expect(errors.decode(errors.encode(error)).code).toBe("TASK_NOT_FOUND");
    // This code stands for several errors.
    expect(errors.encode(new A2AError("RATE_LIMITED")).data).toBeDefined();
  });

  it("read metadata from data of any shape", () => {
    const data = { taskId: "t", tries: 3, last: false, trace: { at: 1 }, none: null };
    expect(v0_3.errors.decode({ code: -32001, message: "no", data })).toMatchObject({
      code: "TASK_NOT_FOUND",
      metadata: { taskId: "t", tries: "3", last: "false" },
      details: [{ "@type": "type.googleapis.com/google.protobuf.Struct", value: { trace: { at: 1 }, none: null } }],
    });
    expect(v0_3.errors.decode({ code: -32001, message: "no", data: "why" }).metadata).toStrictEqual({ data: "why" });
    expect(v0_3.errors.decode({ code: -32001, message: "no", data: [1] }).details).toMatchObject([
      { value: { value: [1] } },
    ]);
    expect(v0_3.errors.decode({ code: -32001, message: "no", data: { details: [5] } }).details).toMatchObject([
      { value: { details: [5] } },
    ]);
  });

  it("preserve an unknown code", () => {
    expect(v0_3.errors.decode({ code: -32050, message: "no" })).toMatchObject({
      code: "INTERNAL",
      metadata: { code: "-32050" },
    });
  });

  it("are safe from prototype pollution", () => {
    const data = JSON.parse('{"__proto__":{"polluted":true},"constructor":"x"}') as JsonValue;
    const error = v0_3.errors.decode({ code: -32001, message: "no", data });
    expect(JSON.stringify(error.details[0]?.value)).toBe('{"__proto__":{"polluted":true}}');
    expect(error.metadata.constructor).toBe("x");
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("errors of 0.1", () => {
  it.each([
    ["INVALID_AGENT_RESPONSE", -32603],
    ["EXTENDED_AGENT_CARD_NOT_CONFIGURED", -32004],
    ["EXTENSION_SUPPORT_REQUIRED", -32004],
    ["VERSION_NOT_SUPPORTED", -32004],
    ["UNAUTHENTICATED", -32007],
    ["PERMISSION_DENIED", -32008],
    ["RATE_LIMITED", -32010],
    ["UNAVAILABLE", -32011],
    ["TASK_NOT_FOUND", -32001],
    ["CONTENT_TYPE_NOT_SUPPORTED", -32005],
  ] as const)("have numbers of their own: %s is %i", (code, number) => {
    const wire = v0_1.errors.encode(new A2AError(code, "no"));
    expect(wire).toMatchObject({ code: number, data: { reason: code } });
    expect(v0_1.errors.decode(wire).code).toBe(code);
  });

  it.each(errorCodes)("survive with their meaning: %s", (code) => {
    const wire = v0_1.errors.encode(new A2AError(code, "no"));
    expect(v0_1.errors.decode(wire).code).toBe(code);
  });

  it.each([
    [-32006, "UNSUPPORTED_OPERATION"],
    [-32007, "UNAUTHENTICATED"],
    [-32008, "PERMISSION_DENIED"],
    [-32009, "UNSUPPORTED_OPERATION"],
    [-32010, "RATE_LIMITED"],
    [-32011, "UNAVAILABLE"],
    [-32001, "TASK_NOT_FOUND"],
    [-32601, "METHOD_NOT_FOUND"],
    [-32099, "INTERNAL"],
  ] as const)("mean something of their own: %i is %s", (number, code) => {
    expect(isA2AError(v0_1.errors.decode({ code: number, message: "no", data: null }), code)).toBe(true);
  });

  it("R-241 are written with null data in the `gmf-forge` dialect", () => {
    const error = new A2AError("INVALID_PARAMS", "no", { violations: [{ field: "a", description: "b" }] });
    expect(v0_1.errors.encode(error, { dialect: gmfForge })).toStrictEqual({
      code: -32602,
      message: "no",
      data: null,
    });
  });
});
