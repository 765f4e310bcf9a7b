// `npm run size`: what each door weighs when bundled, beside the limits in limits.json. Exits with 1 when one is exceeded.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishable, readWorkspace } from "repo-check/workspace";
import { compare, countedAt, type Limits } from "./compare.ts";
import { measureDoors } from "./measure.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const limits = JSON.parse(readFileSync(new URL("../limits.json", import.meta.url), "utf8")) as Limits;
const sizes = await Promise.all(
  publishable(readWorkspace(root)).map((found) => measureDoors(root, found, (door) => countedAt(limits, door))),
);
const rows = compare(sizes.flat(), limits);

const width = Math.max(...rows.map(({ door }) => door.length));
for (const { door, gzip, limitKb, ok } of rows) {
  const { external = [], beside, with: others = [] } = countedAt(limits, door);
  const apart = [...(beside === undefined ? [] : [`what ${beside} has`]), ...external];
  const counted =
    (others.length > 0 ? `, with ${others.join(", ")}` : "") +
    (apart.length > 0 ? `, without ${apart.join(", ")}` : "");
  const verdict = limitKb === undefined ? "" : `  ≤ ${limitKb} kB${counted}  ${ok ? "ok" : "too large"}`;
  console.log(`${door.padEnd(width)}  ${(gzip / 1000).toFixed(2).padStart(7)} kB${verdict}`);
}
if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
