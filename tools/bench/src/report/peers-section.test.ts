import { expect, it } from "vitest";
import { peersSectionOf, withPeers } from "./peers-section.ts";

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
