import { expect, it } from "vitest";
import { startProgress } from "./progress.ts";

function progressOf(watched: boolean, isQuiet: boolean, text: string): string[] {
  const drawn: string[] = [];
  const io = {
    stdin: (async function* () {})(),
    out: () => undefined,
    err: (line: string) => void drawn.push(line),
    env: {},
    signal: new AbortController().signal,
    watched,
  };
  {
    using progress = startProgress(io, isQuiet);
    progress.update("TASK_STATE_WORKING", text);
    progress.update("TASK_STATE_INPUT_REQUIRED");
  }
  return drawn;
}

it("shows the state, the number of events and the status text on one line, whatever they contain", () => {
  const drawn = progressOf(true, false, `searching\n\u001b[2J${"x".repeat(50)}`);
  expect(drawn[0]).toMatch(/waiting · 0 events · \d+\.\d s.*$/);
  expect(drawn[1]).toMatch(/working · 1 event · \d+\.\d s · "searching\\n\\u\{1b\}\[2Jx+…".*$/);
  expect(drawn[2]).toMatch(/input-required · 2 events · .*"searching/);
  expect(drawn.at(-1)).toBe("\r\u001b[2K");
});

it("draws nothing without a terminal, or with --quiet", () => {
  expect([...progressOf(false, false, "a"), ...progressOf(true, true, "a")]).toEqual([]);
});
