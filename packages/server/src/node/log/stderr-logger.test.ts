import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { A2AError, LocalError } from "@a2a/types";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { stderrLogger } from "./stderr-logger.ts";

/** The entries that are written for one call of a logger. */
function written(pretty: boolean, log: (logger: ReturnType<typeof stderrLogger>) => void): string {
  let text = "";
  log(
    stderrLogger(
      (entry) => {
        text += entry;
      },
      { pretty },
    ),
  );
  return text;
}

const refused = new LocalError("NETWORK", "cannot reach http://127.0.0.1:9", {
  cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), { code: "ECONNREFUSED" }),
});

describe("a log that no terminal shows", () => {
  it("is one line of JSON for each entry, with the stacks of errors and their causes", () => {
    const error = new TypeError("two\nlines", { cause: new RangeError("root") });
    const text = written(false, (logger) =>
      logger.error({ taskId: "t-1", turn: 1, none: undefined, error }, "turn failed"),
    );
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.trimEnd()).not.toContain("\n");
    expect(JSON.parse(text)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: "error",
      message: "turn failed",
      taskId: "t-1",
      turn: 1,
      error: {
        name: "TypeError",
        message: "two\nlines",
        stack: expect.stringMatching(/^ {4}at .*stderr-logger\.test\.ts/),
        cause: { name: "RangeError", message: "root", stack: expect.any(String) },
      },
    });
  });

  it("has no stack for failures of the network and answers of the protocol", () => {
    const answer = new A2AError("UNAVAILABLE", "Agent tax cannot be reached", { cause: refused });
    const text = written(false, (logger) => logger.warn({ error: answer }, "call refused"));
    expect(text).not.toContain('"stack"');
    expect(JSON.parse(text)).toMatchObject({
      error: { code: "UNAVAILABLE", cause: { code: "NETWORK", cause: { code: "ECONNREFUSED" } } },
    });
  });

  it("stays JSON when an entry is too long, and when a field is not JSON", () => {
    const long = written(false, (logger) => logger.warn({ text: "x".repeat(100_000) }, "long"));
    expect(JSON.parse(long)).toMatchObject({ message: "long", truncated: expect.stringContaining("xxx") });
    expect(long.length).toBeLessThan(20_000);
    expect(JSON.parse(written(false, (logger) => logger.warn({ n: 5n }, "odd")))).toMatchObject({ n: "5" });
  });
});

describe("a log on a terminal", () => {
  it("has colors, fields on one line and the stack below it", () => {
    const error = new Error("no boat", { cause: new Error("no money") });
    const text = written(true, (logger) => logger.error({ taskId: "t-1", error }, "turn failed"));
    expect(text).toContain("\u001b[31merror");
    const [head = "", ...stack] = stripVTControlCharacters(text).split("\n");
    expect(head).toMatch(/^[\d:]{8} error turn failed {2}taskId=t-1 {2}Error: no boat \(Error: no money\)$/);
    expect(stack[0]).toMatch(/^ {4}at .*stderr-logger\.test\.ts/);
    expect(stack).toContain("    caused by");
  });

  it("has one line for a failure of the network, without a stack", () => {
    const answer = new A2AError("UNAVAILABLE", "Agent tax cannot be reached", { cause: refused });
    const text = written(true, (logger) => logger.warn({ path: "/a2a", error: answer }, "call refused"));
    expect(text.trimEnd().split("\n")).toHaveLength(1);
    expect(text).toContain(
      "Agent tax cannot be reached (cannot reach http://127.0.0.1:9 (connect ECONNREFUSED 127.0.0.1:9))",
    );
  });

  it("cannot be forged or controlled by what callers send", () => {
    const error = new Error("no\n12:00:00 error forged\u001b[2J\u2028");
    const text = written(true, (logger) => logger.warn({ path: "/\u001b[2J\n12:00:00 error forged", error }, "odd"));
    for (const harmful of ["\u001b[2J", "\u2028"]) expect(text).not.toContain(harmful);
    expect(text).not.toMatch(/^12:00:00/m);
  });

  it("shows the places in the sources of compiled files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "a2a-log-"));
    try {
      const source = "\n\n\nexport function sail(): never {\n  throw new Error('no boat');\n}\n";
      const { code, map } = await transform(source, {
        loader: "ts",
        sourcemap: true,
        sourcefile: "sail.ts",
        minify: true,
      });
      writeFileSync(join(folder, "sail.js"), code);
      writeFileSync(join(folder, "sail.js.map"), map);
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
      const { sail } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "sail.js")).href)) as {
        sail(): never;
      };
      let thrown: unknown;
      try {
        sail();
      } catch (error) {
        thrown = error;
      }
      expect(written(true, (logger) => logger.error({ error: thrown }, "failed"))).toContain(
        join(folder, "sail.ts:5:"),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
