import { expect, it } from "vitest";
import type { Row } from "../judge.ts";
import { peersSectionOf, withPeers, withPeersRow } from "./peers-section.ts";
import type { StoredRun } from "./stored-run.ts";

const section = "## Other languages\n\n| a |\n";

it("adds the section at the end of a page, and replaces it there", () => {
  const page = withPeers("# Benchmarks\n\n## Sends\n", section);
  expect(page).toBe(`# Benchmarks\n\n## Sends\n\n${section}`);
  expect(withPeers(page, "## Other languages\n\n| b |\n")).toBe(
    "# Benchmarks\n\n## Sends\n\n## Other languages\n\n| b |\n",
  );
});

it("keeps the section of a page that is written again", () => {
  expect(peersSectionOf(withPeers("# Benchmarks\n", section))).toBe(section);
  expect(withPeers("# Benchmarks\n", peersSectionOf("# Benchmarks\n"))).toBe("# Benchmarks\n");
});

it("writes one row of the README, in place of the one before", () => {
  const run = (median: number): StoredRun => {
    const row = (contestant: string, figure: string, value: number): Row => ({
      contestant,
      figure,
      median: value,
      ratio: { low: 1, median: 1, high: 1 },
    });
    const rows = [
      row("ours", "cpu µs/send", median),
      row("a2a-rs 0.5.3", "cpu µs/send", 1_070.4),
      row("ours", "cpu µs/event", 16),
      row("a2a-rs 0.5.3", "cpu µs/event", 40),
    ];
    return { name: "peers", node: "24.0.0", rounds: 1, results: [{ title: "servers", rows, figures: {} }] };
  };
  const readme = "# a\n\n| **Fast** | x | y |\n| **Safe** | x | y |\n";
  const once = withPeersRow(readme, run(53));
  expect(once.split("\n")[3]).toBe(
    "| **Little CPU per message** | CPU time for a send and for a streamed event, with 64 callers on one core: ours 53 and 16 µs; a2a-rs 0.5.3 1,070 and 40 µs. | [Other languages](docs/benchmarks.md#other-languages) |",
  );
  expect(withPeersRow(withPeersRow(readme, run(99)), run(53))).toBe(once);
  expect(() => withPeersRow("# a\n", run(53))).toThrow("README.md has no row that begins with | **Fast** |");
});
