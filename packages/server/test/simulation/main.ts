// `npm run simulate -- [--seeds N] [--seed S] [--store memory|sqlite|shared]`: runs the engine in virtual time under many interleavings of
// callers, agents, readers, outages, crashes and pauses. Prints the seed of every violation; `--seed` replays one. Exits with 1 when
// there was any.
import { readArguments } from "test-kit/read-arguments";
import { simulations } from "./simulations.ts";

const { values } = readArguments({
  options: { seeds: { type: "string", default: "10000" }, seed: { type: "string" }, store: { type: "string" } },
});
const names = values.store === undefined ? Object.keys(simulations) : [values.store];
for (const name of names) {
  const simulate = simulations[name];
  if (!simulate) {
    console.error(`Unknown store "${name}": use ${Object.keys(simulations).join(" or ")}.`);
    process.exit(2);
  }
  const first = values.seed === undefined ? 0 : Number(values.seed);
  const count = values.seed === undefined ? Number(values.seeds) : 1;
  const started = performance.now();
  let failed = 0;
  for (let seed = first; seed < first + count; seed++) {
    const problems = await simulate(seed).catch((error: unknown) => [String(error)]);
    if (problems.length === 0) continue;
    failed += 1;
    process.exitCode = 1;
    console.log(`${name}, seed ${seed}: ${problems.slice(0, 5).join("; ")}`);
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(`${name}: ${count} seeds, ${failed} with a violation (${seconds} s)`);
}
