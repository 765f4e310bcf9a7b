import { execFile, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoServer } from "../src/index.ts";
import { COMMAND } from "./child.ts";
import { a2a, commandLine, startA2a } from "./support/a2a.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.close({ drainMs: 0 }));

interface Seen {
  /** What went to the terminal. */
  readonly screen: string;
  readonly code: number | null;
}

/** Runs a shell command on a terminal of its own. */
function onTerminal(shell: string, env: Record<string, string> = {}): Promise<Seen> {
  const { CI: _, NO_COLOR: __, ...inherited } = process.env;
  const child = spawn("script", ["--quiet", "--return", "--command", shell, "/dev/null"], {
    env: { ...inherited, TERM: "xterm", ...env },
  });
  let screen = "";
  child.stdout.on("data", (chunk) => (screen += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ screen: screen.replaceAll("\r\n", "\n"), code }));
  });
}

/** The parts that differ from run to run. */
function settled(text: string): string {
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
}

describe.concurrent("terminals", () => {
  it.each([
    ["text", ["send", "hello"]],
    ["a stream", ["send", "--stream", "chunks:3x0"]],
    ["JSON", ["send", "-o", "json", "hello"]],
    ["help", ["help"]],
  ])("A2ACLI_OUT_005 stdout is the same with a terminal as without: %s", async (_, args) => {
    const all = args[0] === "help" ? args : [...args, "-a", server.url];
    const piped = await a2a(all);
    const shown = await onTerminal(`${commandLine(all)} 2>/dev/null`);
    expect(shown.code).toBe(0);
    expect(settled(shown.screen)).toBe(settled(piped.out));
    expect(shown.screen).not.toContain("\u001b");
  });

  it("A2ACLI_OUT_001 progress is printed only on stderr, only on a terminal, and not when disabled", async () => {
    const args = ["send", "-a", server.url, "hang:600"];
    const watched = await onTerminal(`${commandLine(args)} >/dev/null`);
    expect(watched.screen).toMatch(/working · \d+ events · \d/);
    expect(watched.screen.endsWith("\r\u001b[2K")).toBe(true);
    const declined = await onTerminal(`${commandLine(args)} >/dev/null`, { NO_COLOR: "1" });
    expect(declined.screen).toBe("");
    const quiet = await onTerminal(`${commandLine([...args, "--quiet"])} >/dev/null`);
    expect(quiet.screen).toBe("");
    expect((await a2a(args)).err).toBe("");
  });

  it("labels of errors and warnings are colored on a terminal, and plain elsewhere", async () => {
    const warned = ["send", "-a", server.url, "fail:because"];
    const { screen } = await onTerminal(`${commandLine(warned)} >/dev/null`);
    expect(screen).toContain("\u001b[33m\u001b[1mWarning:\u001b[22m\u001b[39m the task failed\n");
    const failed = await onTerminal(commandLine(["send", "-a", "http://127.0.0.1:1", "hi"]));
    expect(failed.screen).toContain("\u001b[31m\u001b[1mError:\u001b[22m\u001b[39m A2ACLI_ERR_UNREACHABLE\n");
    expect((await a2a(warned)).err).toBe("Warning: the task failed\n");
    const declined = await onTerminal(`${commandLine(warned)} >/dev/null`, { NO_COLOR: "1" });
    expect(declined.screen).toBe("Warning: the task failed\n");
  });

  it("A2ACLI_OUT_005 never waits for keyboard input", async () => {
    await using child = startA2a(["send", "-a", server.url, "ask:Which?"]); // its stdin stays open
    expect((await child.ended()).code).toBe(0);
  });

  it("a closed pipe is not a failure", async () => {
    const { screen, code } = await onTerminal(
      `set -o pipefail; ${commandLine(["send", "-a", server.url, "--stream", "flood:200x2000"])} | head -n 1`,
      { SHELL: "/bin/bash" },
    );
    expect([code, screen]).toEqual([0, expect.stringMatching(/^Task: \S+\n$/)]);
  });
});

it("a2a --version loads hardly more than Node alone", async () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        if (url.startsWith("file:")) console.error(url);
        return next(url, context);
      },
    });`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    "--import",
    `data:text/javascript,${encodeURIComponent(hook)}`,
    COMMAND[1],
    "--version",
  ]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const sizes = stderr
    .trimEnd()
    .split("\n")
    .map((url) => statSync(fileURLToPath(url)).size);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000);
});
