import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { A2AError, isA2AError } from "./a2a-error.ts";
import { errorCodes, errorMessages, isErrorCode } from "./codes.ts";
import { isLocalError, LocalError, type LocalErrorCode, PermissionError } from "./local-error.ts";

describe("A2AError", () => {
  it("has the sentence of its code unless it is given one", () => {
    for (const code of errorCodes) expect(new A2AError(code).message).toBe(errorMessages[code]);
    expect(new A2AError("TASK_NOT_FOUND", "no task t-1").message).toBe("no task t-1");
  });

  it("carries what it is given, and empty lists otherwise", () => {
    const cause = new Error("disk full");
    const violations = [{ field: "message.parts", description: "expected at least one part" }];
    expect(new A2AError("INVALID_PARAMS", "bad", { violations, retryAfterMs: 5, cause })).toMatchObject({
      name: "A2AError",
      code: "INVALID_PARAMS",
      metadata: {},
      violations,
      details: [],
      retryAfterMs: 5,
      cause,
    });
    expect("cause" in new A2AError("INTERNAL")).toBe(false);
  });

  it("names its section in the error catalog, which every code has", () => {
    const catalog = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8");
    const { repository } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));
    for (const code of errorCodes) {
      expect(catalog).toContain(`### ${code}\n`);
      expect(new A2AError(code).help).toBe(`${repository}/blob/main/docs/errors.md#${code.toLowerCase()}`);
    }
    expect(new LocalError("NO_COMMON_INTERFACE", "none").help).toMatch(/errors\.md#no_common_interface$/);
  });

  it("does not show its brand", () => {
    expect(Object.keys(new A2AError("INTERNAL"))).not.toContain("@a2a/types/A2AError");
    expect(Object.getOwnPropertySymbols({ ...new A2AError("INTERNAL") })).toStrictEqual([]);
  });
});

describe("LocalError", () => {
  it("is retryable for the network and time-outs, unless it says otherwise", () => {
    const codes: LocalErrorCode[] = ["NETWORK", "TIMEOUT", "CLOSED", "PROTOCOL", "HTTP", "OUTCOME_UNKNOWN"];
    const retryable = codes.filter((code) => new LocalError(code, "x").retryable);
    expect(retryable).toStrictEqual(["NETWORK", "TIMEOUT"]);
    expect(new LocalError("HTTP", "busy", { retryable: true, status: 503 })).toMatchObject({
      retryable: true,
      status: 503,
    });
    expect(new LocalError("NETWORK", "x", { retryable: false }).retryable).toBe(false);
  });

  it("has a subclass for a missing grant (S1-16)", () => {
    const error = new PermissionError("a2a:translator is not granted");
    expect(error).toBeInstanceOf(LocalError);
    expect(error).toMatchObject({ name: "PermissionError", code: "PERMISSION", retryable: false });
  });
});

describe("guards", () => {
  it("tell the two families and their codes apart", () => {
    const remote = new A2AError("UNAVAILABLE");
    const local = new LocalError("TIMEOUT", "late");
    expect([isA2AError(remote), isA2AError(remote, "UNAVAILABLE"), isA2AError(remote, "INTERNAL")]).toStrictEqual([
      true,
      true,
      false,
    ]);
    expect([isLocalError(local), isLocalError(local, "TIMEOUT"), isLocalError(local, "CLOSED")]).toStrictEqual([
      true,
      true,
      false,
    ]);
    expect(isA2AError(local) || isLocalError(remote)).toBe(false);
    for (const value of [undefined, null, "INTERNAL", { code: "INTERNAL" }, new Error("x")]) {
      expect(isA2AError(value) || isLocalError(value)).toBe(false);
    }
  });

  it("recognise the errors of another copy of this package", async () => {
    // The query makes the module loader load, and run, the same file a second time.
    const copy = "copy";
    const remote: typeof import("./a2a-error.ts") = await import(/* @vite-ignore */ `./a2a-error.ts?${copy}`);
    const local: typeof import("./local-error.ts") = await import(/* @vite-ignore */ `./local-error.ts?${copy}`);
    expect(remote.A2AError).not.toBe(A2AError);
    expect(local.LocalError).not.toBe(LocalError);
    expect(isA2AError(new remote.A2AError("TASK_NOT_FOUND"), "TASK_NOT_FOUND")).toBe(true);
    expect(remote.isA2AError(new A2AError("TASK_NOT_FOUND"), "TASK_NOT_FOUND")).toBe(true);
    expect(isLocalError(new local.PermissionError("no"), "PERMISSION")).toBe(true);
    expect(local.isLocalError(new LocalError("CLOSED", "over"))).toBe(true);
  });

  it("know the codes by name", () => {
    expect(errorCodes.every(isErrorCode)).toBe(true);
    expect(["toString", "", "internal"].some(isErrorCode)).toBe(false);
  });
});
