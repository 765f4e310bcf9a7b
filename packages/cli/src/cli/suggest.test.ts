import { expect, it } from "vitest";
import { oneOf, wrongSubcommand } from "./suggest.ts";

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
