// The scenarios: does to a server what attackers and failing machines do, and tells how it fares.
import { readArguments } from "test-kit/read-arguments";
import { type Outcome, type Scenario, SERVER, type Target } from "./scenario.ts";
import { bodyFloods } from "./scenarios/body-floods.ts";
import { clockJumps } from "./scenarios/clock-jumps.ts";
import { connectionFloods } from "./scenarios/connection-floods.ts";
import { fileDescriptors } from "./scenarios/file-descriptors.ts";
import { fullEngines } from "./scenarios/full-engines.ts";
import { grpcFloods } from "./scenarios/grpc-floods.ts";
import { heldMemory } from "./scenarios/held-memory.ts";
import { hostileCards } from "./scenarios/hostile-cards.ts";
import { largeOutputs } from "./scenarios/large-outputs.ts";
import { quota } from "./scenarios/quota.ts";
import { responsePieces } from "./scenarios/response-pieces.ts";
import { storageOutages } from "./scenarios/storage-outage.ts";
import { unreadAnswers } from "./scenarios/unread-answers.ts";
import { hangingWebhooks } from "./scenarios/webhooks.ts";

const STORES = ["memory", "SQLite", "PostgreSQL"] as const;

/** The scenarios that every target has to withstand. */
const abuse = (target: Target): readonly Scenario[] => [
  ...bodyFloods(target),
  ...connectionFloods(target),
  ...unreadAnswers(target),
  quota(target),
];

const scenarios: readonly Scenario[] = [
  ...STORES.flatMap((store) => abuse({ kind: "server", store })),
  ...grpcFloods(SERVER),
  ...storageOutages,
  largeOutputs("SQLite"),
  largeOutputs("PostgreSQL"),
  hangingWebhooks,
  fileDescriptors,
  clockJumps,
  hostileCards,
  ...responsePieces,
  ...heldMemory,
  ...fullEngines,
  ...STORES.flatMap((store) => abuse({ kind: "gateway", store })),
  // What they fill is the gateway itself, wherever it stores its routes.
  ...grpcFloods({ kind: "gateway", store: "memory" }),
];

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "5" } },
});
const chosen = scenarios.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
if (chosen.length === 0)
  throw new TypeError(`no such scenario: expected ${scenarios.map(({ name }) => name).join(", ")}`);

const HEAD = ["scenario", "sent", "grew by", "p99 of others", "before", "failed of others", "lost", "stuck", ""];
console.log(`| ${HEAD.join(" | ")} |`);
console.log(`|${HEAD.map(() => "---").join("|")}|`);
const broken: string[] = [];
for (const { name, run } of chosen) {
  const outcome = await run(Number(values.seconds));
  console.log(rowOf(name, outcome));
  for (const problem of outcome.problems) broken.push(`${name}: ${problem}`);
}
console.log(broken.length === 0 ? "\nAll limits hold." : `\n${broken.length} problems:`);
for (const problem of broken) console.log(`  ${problem}`);
process.exitCode = broken.length === 0 ? 0 : 1;

function rowOf(name: string, outcome: Outcome): string {
  const { sent, growth, p99, calmP99, calls, failed, lost, stuck, note = "" } = outcome;
  const cells = [
    name,
    sent,
    growth === undefined ? "–" : `${Math.round(growth / 1e6)} MB`,
    milliseconds(p99),
    milliseconds(calmP99),
    calls === undefined ? "–" : `${failed} of ${calls}`,
    lost ?? "–",
    stuck ?? "–",
    note,
  ];
  return `| ${cells.join(" | ")} |`;
}

function milliseconds(duration: number | undefined): string {
  return duration === undefined ? "–" : `${Math.round(duration)} ms`;
}
