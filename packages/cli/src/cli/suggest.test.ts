import { describe, expect, it } from "vitest";
import { didYouMean, oneOf, suggestion, wrongSubcommand } from "./suggest.ts";

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

it("suggests the intended subcommand for a wrong one, or lists all of them", () => {
  const known = ["get", "list", "cancel"];
  expect(wrongSubcommand("task", "lst", known).message).toBe(
    'unknown subcommand "lst" of a2a task; did you mean list?',
  );
  expect(wrongSubcommand("task", "frob", known).message).toBe(
    'unknown subcommand "frob" of a2a task; expected get, list or cancel',
  );
  expect(wrongSubcommand("task", undefined, known).message).toBe(
    "a2a task needs a subcommand: expected get, list or cancel",
  );
  expect(oneOf(["show"])).toBe("show");
});
