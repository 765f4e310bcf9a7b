import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EnvelopeError, parseJson, readRpcRequest, rpcError, rpcResult } from "./json-rpc-envelope.ts";

// Includes lone surrogates. The fast-check unit that generates them takes seconds to set up.
const anyCharacter = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

function refusalOf(body: string, limits?: Parameters<typeof parseJson>[1]) {
  try {
    readRpcRequest(body, limits);
  } catch (error) {
    if (error instanceof EnvelopeError) return { id: error.id, code: error.error.code, message: error.message };
    throw error;
  }
  throw new Error("nothing was refused");
}

const request = (more: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "GetTask", params: {}, ...more });

describe("R-127 a request envelope", () => {
  it("is parsed", () => {
    expect(readRpcRequest(request({ id: "q-1", params: { id: "t" } }))).toStrictEqual({
      id: "q-1",
      method: "GetTask",
      params: { id: "t" },
    });
    expect(readRpcRequest('{"jsonrpc":"2.0","id":1,"method":"m"}').params).toBeUndefined();
  });

  it.each(["q-1", "", 0, -7, Number.MAX_SAFE_INTEGER, null])("R-139 keeps the id %j", (id) => {
    expect(readRpcRequest(request({ id })).id).toBe(id);
    expect(JSON.parse(rpcResult(id, "{}"))).toStrictEqual({ jsonrpc: "2.0", id, result: {} });
  });

  it("reads a missing id as null", () => {
    expect(readRpcRequest('{"jsonrpc":"2.0","method":"m"}').id).toBeNull();
  });
});

describe("R-132 invalid JSON", () => {
  it.each(["", "{", "{'a':1}", "undefined", "\ufeff{}", '{"a":1}}'])("is rejected: %j", (body) => {
    expect(refusalOf(body)).toStrictEqual({ id: null, code: "PARSE_ERROR", message: "Invalid JSON payload" });
  });
});

describe("R-133 an invalid request", () => {
  it.each([
    ["[]", null, "Batches"],
    [`[${request({})}]`, null, "Batches"],
    ["null", null, "request object"],
    ["3", null, "request object"],
    ['"GetTask"', null, "request object"],
    [request({ jsonrpc: "1.0" }), 1, '"jsonrpc": "2.0"'],
    [request({ jsonrpc: undefined }), 1, '"jsonrpc": "2.0"'],
    [request({ method: undefined }), 1, '"method"'],
    [request({ method: 5, id: "q" }), "q", '"method"'],
    [request({ id: 1.5 }), null, '"id"'],
    [request({ id: {} }), null, '"id"'],
    [request({ id: [1] }), null, '"id"'],
    [request({ id: true }), null, '"id"'],
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}', null, '"id"'],
    ['{"jsonrpc":"2.0","id":1e400,"method":"m"}', null, '"id"'],
  ])("is rejected: %s", (body, id, reason) => {
    const refusal = refusalOf(body);
    expect(refusal).toMatchObject({ id, code: "INVALID_REQUEST" });
    expect(refusal.message).toContain(reason);
  });
});

describe("R-225 limits", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it("are set by the caller", () => {
    const body = `{"jsonrpc":"2.0","id":"deep","method":"m","params":${nested(9)}}`;
    expect(readRpcRequest(body).id).toBe("deep");
    expect(refusalOf(body, { maxDepth: 5 })).toMatchObject({ id: "deep", code: "INVALID_REQUEST" });
    expect(refusalOf(body, { maxNodes: 5 }).message).toContain("more than 5 values");
  });

  it("apply to a document that would overflow the stack", () => {
    expect(() => parseJson(nested(50_000))).toThrow(EnvelopeError);
  });

  it.each(["[".repeat(1_000_000), `[${"0,".repeat(500_000)}`])("apply to a large body before it is parsed", (body) => {
    // It is no JSON, which a parser would find at its end.
    expect(refusalOf(body)).toMatchObject({ id: null, code: "INVALID_REQUEST" });
  });
});

describe("R-140 responses", () => {
  it("contain a result or an error, never both and never null", () => {
    expect(rpcError("q", { code: -32601, message: "no" })).toBe(
      '{"jsonrpc":"2.0","id":"q","error":{"code":-32601,"message":"no"}}',
    );
    expect(rpcResult("q", "null")).toBe('{"jsonrpc":"2.0","id":"q","result":null}');
  });

  it("echo any valid request id", () => {
    const ids = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.maxSafeInteger(), fc.constant(null));
    fc.assert(
      fc.property(ids, (id) => {
        const answer = JSON.parse(rpcResult(readRpcRequest(request({ id })).id, "{}")) as { id: unknown };
        expect(answer.id).toStrictEqual(id === 0 ? 0 : id);
      }),
    );
  });
});
