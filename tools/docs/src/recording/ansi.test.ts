import { expect, it } from "vitest";
import { parseAnsi } from "./ansi.ts";

it("reads nested styles and colors", () => {
  expect(parseAnsi("\x1b[1mTitle \x1b[36mblue\x1b[39m\x1b[22m plain\x1b[2;31m both\x1b[0m none")).toEqual([
    { text: "Title ", styles: ["bold"] },
    { text: "blue", styles: ["bold", "cyan"] },
    { text: " plain", styles: [] },
    { text: " both", styles: ["dim", "red"] },
    { text: " none", styles: [] },
  ]);
});

it("drops cursor movement sequences", () => {
  expect(parseAnsi("\r\x1b[Kdone\x1b[2J")).toEqual([
    { text: "\r", styles: [] },
    { text: "done", styles: [] },
  ]);
});
