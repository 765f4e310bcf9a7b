// `npm run size`: the bundled size of each entry point, of programs that use one export, and their limits in size-limits.json. Exits with 1
// when one is exceeded.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishable, readWorkspace } from "../workspace.ts";
import { compare, countedAt, type Limits } from "./compare.ts";
import { measureEntryPoints, measureProgram, readProgram } from "./measure.ts";
import { measurePage } from "./measure-page.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const limits = JSON.parse(readFileSync(new URL("../../size-limits.json", import.meta.url), "utf8")) as Limits;
const sizes = await Promise.all(
  publishable(readWorkspace(root)).map((found) => measureEntryPoints(root, found, (entry) => countedAt(limits, entry))),
);
// The demo depends on every package that a program may import.
const programs = Object.keys(limits).flatMap((entry) => readProgram(entry) ?? []);
const used = await Promise.all(
  programs.map(({ name, specifier }) => measureProgram(`${root}apps/demo`, name, specifier)),
);
const rows = compare([...sizes.flat(), await measurePage(root), ...used], limits);

const width = Math.max(...rows.map(({ entry }) => entry.length));
for (const { entry, gzip, limitKb, ok } of rows) {
  const { external = [], beside, with: others = [] } = countedAt(limits, entry);
  const apart = [...(beside === undefined ? [] : [`what ${beside} has`]), ...external];
  const counted =
    (others.length > 0 ? `, with ${others.join(", ")}` : "") +
    (apart.length > 0 ? `, without ${apart.join(", ")}` : "");
  const verdict = limitKb === undefined ? "" : `  ≤ ${limitKb} kB${counted}  ${ok ? "ok" : "too large"}`;
  console.log(`${entry.padEnd(width)}  ${(gzip / 1000).toFixed(2).padStart(7)} kB${verdict}`);
}
if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
