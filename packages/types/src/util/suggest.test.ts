import { describe, expect, it } from "vitest";
import { didYouMean, suggestion } from "./suggest.ts";

describe("suggestion", () => {
  it.each([
    ["sned", "send"],
    ["tsk", "task"],
    ["Agent", "agents"],
    ["conf", "config"],
    ["conformence", "conformance"],
    ["x", undefined],
    ["banana", undefined],
    ["", undefined],
  ])("for %j is %j", (word, expected) => {
    expect(suggestion(word, ["send", "task", "agents", "config", "conformance", "card"])).toBe(expected);
  });

  it("gives general advice when nothing is similar", () => {
    expect(didYouMean("--zzz", ["--stream"], "a2a help lists them")).toBe("a2a help lists them");
    expect(didYouMean("--steam", ["--stream"], "")).toBe("did you mean --stream?");
  });
});
