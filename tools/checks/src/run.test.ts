import { expect, it } from "vitest";
import { run } from "./run.ts";

it("kills a command that exceeds its timeout, with its child processes", async () => {
  // The grandchild holds the output open: only when it is ended too does the output close.
  const script = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1e6)"], { stdio: "inherit" })`;
  const { ok, output } = await run(process.execPath, ["-e", script], { cwd: ".", timeoutMs: 1_000 });
  expect(ok).toBe(false);
  expect(output).toMatch(/ended after 1 s/);
});

it("does not affect a command that ends in time", async () => {
  expect(await run(process.execPath, ["-p", "6 * 7"], { cwd: ".", timeoutMs: 60_000 })).toEqual({
    ok: true,
    output: "42\n",
  });
});
