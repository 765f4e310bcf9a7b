import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import type { CliErrorCode } from "../../src/cli/failure.ts";
import { type Requirement, requirements, SPECIFICATION } from "./requirements.ts";
import { errorCodesExpected, testsByRequirement } from "./test-titles.ts";

const NOT_APPLICABLE = new Map([
  ["A2ACLI_SKILL_001", "the tool ships no skill"],
  ["A2ACLI_SKILL_002", "the tool ships no skill"],
]);

const PARTIAL = new Map([
  ["A2ACLI_CONFORM_001", "the checks are our own, requirement by requirement; the official kit itself is not run"],
]);

const errorCodes: Readonly<Record<CliErrorCode, true>> = {
  A2ACLI_ERR_USAGE: true,
  A2ACLI_ERR_CARD_NOT_FOUND: true,
  A2ACLI_ERR_CARD_INVALID: true,
  A2ACLI_ERR_UNREACHABLE: true,
  A2ACLI_ERR_CREDENTIALS_MISSING: true,
  A2ACLI_ERR_AUTH_FAILED: true,
  A2ACLI_ERR_TIMEOUT: true,
  A2ACLI_ERR_INTERNAL: true,
};

const DEFAULTS = [
  "transport_server_preference_order",
  "task_completion_wait_by_default",
  "output_human_readable_text",
  "detail_level_concise",
  "protocol_version_highest_mutual",
  "transport_security_tls_on",
];

/** The report of compliance in the published form, from the titles of the tests of this package. `date`: when it was made. */
export function complianceReport(root: string, date: string): string {
  const tests = testsByRequirement(root);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }; // our own
  const rows = requirements.map((requirement) => rowOf(requirement, tests.get(requirement.id)));
  const summary = summaryOf(rows);
  const holds = rows.some(({ id, status }) => id === "A2ACLI_DEFAULT_001" && status === "pass");
  const expected = errorCodesExpected(root);
  const report = {
    report: {
      tool: "a2a",
      tool_version: version,
      language: "TypeScript",
      repository: "packages/cli of this repository",
      maintainer: "the maintainers of this repository",
      report_date: date,
      spec_version: SPECIFICATION.version,
      spec_revision: SPECIFICATION.revision,
      a2a_versions: ["1.0", "0.3", "0.2", "0.1"],
      agent_tested: "a2a demo-server, scripted agents, and the servers of the official JavaScript SDK, 0.3 and 1.0",
      agent_tck_conformant: "unknown",
      transports_covered: ["JSON-RPC", "HTTP+JSON"],
      tier_claimed: claimed(summary),
    },
    summary,
    requirements: Object.fromEntries(rows.map(({ id, ...row }) => [id, row])),
    default_001_breakdown: Object.fromEntries(
      DEFAULTS.map((name) => [name, { shipped: holds, overridable: holds, note: null }]),
    ),
    error_codes: Object.fromEntries(
      Object.keys(errorCodes).map((code) => [code, { emitted: expected.has(code), note: null }]),
    ),
    attestation: {
      reported_by: "packages/cli/test/docs, a script",
      date,
      statement: "A requirement passes when tests that run the tool against live agents name it, and all of them pass.",
    },
  };
  const head = "# Generated from the titles of the tests: npm run generate. Do not edit.\n";
  return head + stringify(report, { lineWidth: 0 });
}

/** The same without what differs from one day or release to the next. */
export function undated(report: string): string {
  return report.replace(/^( {2}(?:report_date|date|tool_version):).*$/gm, "$1");
}

type Status = "pass" | "partial" | "not_measured" | "na";
type Row = ReturnType<typeof rowOf>;

function rowOf({ id, tier, spec, about }: Requirement, tests: ReadonlySet<string> | undefined) {
  const [status, note] = statusOf(id, tests !== undefined);
  const area = id.slice("A2ACLI_".length, -"_000".length);
  const evidence = tests ? [...tests].join(", ") : null;
  return { id, tier, area, spec: `§${spec.replaceAll(", ", ", §")}`, requirement: about, status, note, evidence };
}

function statusOf(id: string, isTested: boolean): [status: Status, note: string | null] {
  if (!isTested) return ["not_measured", "no test names it"];
  const missing = PARTIAL.get(id);
  if (missing !== undefined) return ["partial", missing];
  const reason = NOT_APPLICABLE.get(id);
  return reason === undefined ? ["pass", null] : ["na", reason];
}

function summaryOf(rows: readonly Row[]) {
  let satisfied = true;
  return Object.fromEntries(
    [1, 2, 3].map((tier) => {
      const own = rows.filter((row) => row.tier === tier);
      const count = (status: Status) => own.filter((row) => row.status === status).length;
      // Each tier includes those below it.
      satisfied &&= count("pass") + count("na") === own.length;
      const counts = { pass: count("pass"), partial: count("partial"), fail: 0, not_measured: count("not_measured") };
      return [`tier_${tier}`, { total: own.length, ...counts, na: count("na"), satisfied }];
    }),
  );
}

function claimed(summary: ReturnType<typeof summaryOf>): number {
  return [1, 2, 3].filter((tier) => summary[`tier_${tier}`]?.satisfied).length;
}
