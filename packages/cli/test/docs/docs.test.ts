import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { cliReference } from "./cli-reference.ts";
import { complianceReport, undated } from "./compliance-report.ts";
import { requirements } from "./requirements.ts";
import { testsByRequirement } from "./test-titles.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const written = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");
const HOW = "run `npm run generate`";

it("docs/cli.md matches the help of the commands", async () => {
  expect(written("cli.md"), HOW).toBe(await cliReference());
});

it("docs/cli-compliance.yaml matches the tests", () => {
  expect(undated(written("cli-compliance.yaml")), HOW).toBe(undated(complianceReport(root, "today")));
});

it("every requirement of tiers 1 and 2 is named by a test, and no test names one that does not exist", () => {
  const named = testsByRequirement(root);
  const known = new Set(requirements.map(({ id }) => id));
  expect([...named.keys()].filter((id) => !known.has(id))).toEqual([]);
  expect(requirements.filter(({ id, tier }) => tier < 3 && !named.has(id)).map(({ id }) => id)).toEqual([]);
});
