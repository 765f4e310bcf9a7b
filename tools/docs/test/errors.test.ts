import { readFileSync } from "node:fs";
import { errorCodes } from "@a2a/types";
import { expect, it } from "vitest";
import { errorsDocument } from "../src/generated/errors.ts";

const written = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");

it("docs/errors.md is up to date: `npm run generate` writes it", () => {
  expect(written).toBe(errorsDocument());
});

it("docs/errors.md explains every code that crosses the wire", () => {
  for (const code of errorCodes) expect(written).toContain(`### ${code}\n`);
});
