import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askOptions } from "../src/project/ask-options.ts";

/** Answers questions as they are asked, one line each, and closes the input after the last. */
function answering(...answers: string[]) {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  let asked = "";
  output.on("data", (text: string) => {
    asked += text;
    if (!text.endsWith(") ")) return;
    const answer = answers.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  return { terminal: { input, output }, asked: () => asked };
}

describe("askOptions", () => {
  it("asks for folder, model and store, and takes defaults for empty answers", async () => {
    const { terminal, asked } = answering("greeter", "", "memory");
    expect(await askOptions({}, terminal)).toEqual({ folder: "greeter", model: "none", store: "memory" });
    expect(asked()).toContain("Model: none, anthropic, openai (none) ");
  });

  it("asks again for an answer that is not on the list, and not for what was given", async () => {
    const { terminal, asked } = answering("", "gpt", "openai");
    const options = await askOptions({ name: "Greeter", store: "postgres" }, terminal);
    expect(options).toEqual({ folder: "my-agent", name: "Greeter", model: "openai", store: "postgres" });
    expect(asked()).toContain('Expected one of none, anthropic, openai, found "gpt".');
  });

  it("creates nothing when the input ends", async () => {
    const { terminal } = answering("greeter");
    await expect(askOptions({}, terminal)).rejects.toThrow("canceled: no project was created");
  });
});
