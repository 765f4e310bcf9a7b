import { expect, it } from "vitest";
import { mutantsOf, mutate } from "./mutants.ts";

it("flips comparisons, logic, sums, negations and constants, and leaves types and texts alone", () => {
  const source = [
    "type Flag = true | false;",
    'const name = "a" + suffix;',
    "export const check = (n: number): boolean => !done && n < 3;",
    "const next = n + 1, isOn = true;",
  ].join("\n");
  const mutants = mutantsOf("a.ts", source);
  expect(mutants.map(({ line, from, to }) => [line, from, to])).toEqual([
    [3, "&&", "||"],
    [3, "!done", "done"],
    [3, "<", "<="],
    [4, "+", "-"],
    [4, "true", "false"],
  ]);
  const [first, second] = mutants;
  if (!first || !second) throw new Error("there are five");
  expect(mutate(source, first).split("\n")[2]).toBe("export const check = (n: number): boolean => !done || n < 3;");
  expect(mutate(source, second).split("\n")[2]).toBe("export const check = (n: number): boolean => done && n < 3;");
});
