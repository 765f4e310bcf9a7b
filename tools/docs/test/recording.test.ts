import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { masked, recordDemo } from "../src/recording/record.ts";
import { terminalPicture } from "../src/recording/svg.ts";

it("renders any output as well-formed XML", () => {
  const lines = [
    "\x1b[1mA <b>title</b> & more\x1b[22m",
    "",
    "say \"hi\" 'there'",
    "\u0007bell \ud800 half",
    "\x1b[36mkäse ─ 木\x1b[39m",
  ];
  const picture = terminalPicture(lines, { command: "cat <file> && true" });
  expect(problemOf(picture)).toBeUndefined();
  expect(picture).toContain('<tspan class="bold">A &lt;b&gt;title&lt;/b&gt; &amp; more</tspan>');
  expect(picture).toContain("cat &lt;file&gt; &amp;&amp; true");
  expect(picture).not.toMatch(/https?:(?!\/\/www\.w3\.org\/2000\/svg)|<script|@import|url\(/);
});

it("detects malformed XML", () => {
  expect(problemOf("<a><b></a></b>")).toBe("</a> closes <b>");
  expect(problemOf("<a>x & y</a>")).toBe('"x & y" is not escaped');
  expect(problemOf("<a b=c/>")).toBe("<a b=c/> is no tag");
  expect(problemOf("<a>")).toBe("<a> is not closed");
});

it("masks values that differ from run to run", () => {
  expect(masked("task 01985c4e-7b1a-7c33-9d1e-0a1b2c3d4e5f at http://127.0.0.1:41763 took 12.5 ms")).toBe(
    "task 01985c4e-… at http://127.0.0.1:4000 took … ms",
  );
});

it("docs/images/demo.svg shows what the demo prints: `npm run docs -- recording` writes it", async () => {
  const written = readFileSync(new URL("../../../docs/images/demo.svg", import.meta.url), "utf8");
  expect(await recordDemo()).toBe(written);
  expect(problemOf(written)).toBeUndefined();
});

/** The first violation that makes a text malformed XML. */
function problemOf(xml: string): string | undefined {
  const open: string[] = [];
  for (const piece of xml.split(/(<[^>]*>)/)) {
    const tag = /^<(\/?)([a-z]+)((?: [a-zA-Z0-9:-]+="[^"<]*")*)(\/?)>$/.exec(piece);
    if (!tag) {
      if (piece.startsWith("<")) return `${piece} is no tag`;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no control characters but these.
      if (/&(?!(amp|lt|gt|quot);)|[\x00-\x08\x0b\x0c\x0e-\x1f]/.test(piece))
        return `${JSON.stringify(piece)} is not escaped`;
      continue;
    }
    const [, closing, name = "", , empty] = tag;
    if (closing) {
      const last = open.pop();
      if (last !== name) return `</${name}> closes <${last}>`;
    } else if (!empty) open.push(name);
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : undefined;
}
