// `npm run faults -- replicas [--kills N]`: three replicas on one PostgreSQL under load while things go wrong. Exits with 1 when a
// guarantee was broken or a figure missed. The default takes less than a minute and is generous about times; the long run has
// 200 kills and is not.

import { startPostgres } from "test-kit/postgres-server";
import { readArguments } from "test-kit/read-arguments";
import { diskFull } from "./disk-full.ts";
import { largeOutputs } from "./large-outputs.ts";
import { latency } from "./latency.ts";
import { databaseFaults, type Finding, kills, paused } from "./scenarios.ts";

const { values } = readArguments({ options: { kills: { type: "string", default: "4" }, only: { type: "string" } } });
const count = Number(values.kills);
const isLong = count >= 50;
const leaseMs = 2_000;
await using server = await startPostgres({ settings: { max_connections: 60, superuser_reserved_connections: 0 } });
const setting = { server, leaseMs, slack: isLong ? 1 : 10 };
const scenarios: Readonly<Record<string, () => Promise<Finding | Finding[]>>> = {
  kills: () => kills(setting, count),
  paused: () => paused(setting, isLong ? 6 : 2),
  database: () => databaseFaults(setting),
  disk: () => diskFull(leaseMs),
  outputs: () => largeOutputs(setting),
  latency: () => latency(setting, isLong ? 30 : 4),
};
for (const [name, run] of Object.entries(scenarios)) {
  if (values.only !== undefined && values.only !== name) continue;
  const started = performance.now();
  for (const { name: title, result, ok } of [await run()].flat()) {
    console.log(`${ok ? "ok  " : "MISS"} ${title}: ${result}`);
    if (!ok) process.exitCode = 1;
  }
  console.log(`     (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
}
