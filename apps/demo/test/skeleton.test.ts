import { expect, it } from "vitest";
import { runSkeleton } from "../src/skeleton.ts";

it("takes one message from a caller of every generation to the same three-line agent and back", async () => {
  const lines: string[] = [];
  await runSkeleton((line) => lines.push(line));
  expect(lines.slice(1)).toEqual([
    "1.0 over JSONRPC: Hello, caller of 1.0!",
    "0.3 over JSONRPC: Hello, caller of 0.3!",
    "0.2 over JSONRPC: Hello, caller of 0.2!",
    "0.1 over JSONRPC: Hello, caller of 0.1!",
  ]);
});
