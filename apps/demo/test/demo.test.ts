import { expect, it } from "vitest";
import { runDemo } from "../src/demo.ts";

it("prints the whole transcript", async () => {
  const lines: string[] = [];
  await runDemo(
    {
      scene: (title) => lines.push(`# ${title}`),
      say: (who, text) => lines.push(`${who}: ${text}`),
      ask: (_, answer) => Promise.resolve(answer),
      progress: () => undefined,
    },
    (line) => lines.push(line),
  );
  await expect(lines.join("\n")).toMatchFileSnapshot("./transcript.golden.txt");
});
