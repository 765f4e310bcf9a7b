import { expect, it } from "vitest";
import { renderTable } from "./table.ts";

it("aligns columns, and keeps malicious cells on one line", () => {
  const rows = [
    ["probe", "http://127.0.0.1:4100", ""],
    ["d\n\u001b[2J", "x", "0.3"],
  ];
  expect(renderTable(["name", "url", "versions"], rows)).toBe(
    [
      "NAME          URL                    VERSIONS",
      "probe         http://127.0.0.1:4100",
      "d\\n\\u{1b}[2J  x                      0.3",
      "",
    ].join("\n"),
  );
});
