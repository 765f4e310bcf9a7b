import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { figures } from "../src/generated/figures/figures.ts";

it.each(Object.entries(figures()))("docs/images/%s is up to date: `npm run generate` writes it", (name, figure) => {
  expect(readFileSync(new URL(`../../../docs/images/${name}`, import.meta.url), "utf8")).toBe(figure);
});
