import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { describeBeyond, type Limit, limitsOf, sections } from "../src/generated/limits/limits.ts";
import { limitsDocument } from "../src/generated/limits/limits-page.ts";
import { statedDefaults, withoutDefault } from "../src/generated/limits/option-docs.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const limits = sections.flatMap(limitsOf);
const titled = limits.map((limit) => [limit.option ?? limit.comment, limit] as const);

it("docs/limits.md is up to date: `npm run generate` writes it", () => {
  expect(readFileSync(join(root, "docs/limits.md"), "utf8")).toBe(limitsDocument());
});

it.each(titled)("the doc comment of %s states the default that the code has", (_, { option, comment, value }) => {
  const stated = statedDefaults(comment);
  if (option === undefined || typeof value === "string") expect(stated).toEqual([]);
  else if (value === Number.POSITIVE_INFINITY) expect(comment).toContain("Default: as many as fit.");
  else expect(stated).toContain(value);
});

it("the messages of errors on the side of the client are in the sources", () => {
  const sources = globSync("packages/{bridge,card,client,http,types}/src/**/*.ts", { cwd: root })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  const messages = limits.flatMap(({ beyond }) =>
    typeof beyond === "object" && "local" in beyond ? [beyond.message] : [],
  );
  const fragments = messages.flatMap((message) => message.split(/\{\}|…|: /)).filter((text) => text.trim() !== "");
  expect(fragments.length).toBeGreaterThan(messages.length);
  expect(fragments.filter((fragment) => !sources.includes(fragment))).toEqual([]);
});

it("a default is left out of the description, with its sentence only", () => {
  expect(withoutDefault("How long. Default 10,000.")).toBe("How long.");
  expect(withoutDefault("How much. Default 48 Mi, which takes 1.5 MB. At the limit it ends.")).toBe(
    "How much. At the limit it ends.",
  );
  expect(statedDefaults("Default 10 Mi in memory, 64 Mi in SQLite.")).toEqual([10 * 2 ** 20, 64 * 2 ** 20]);
});

it("an error is described with its status and codes", () => {
  const limit: Limit = {
    comment: "",
    value: 7,
    unit: "count",
    beyond: { code: "CAPACITY_EXCEEDED", message: "more than {}" },
  };
  expect(describeBeyond(limit)).toBe("`CAPACITY_EXCEEDED` (HTTP 503, JSON-RPC -32000): “more than 7”");
});
