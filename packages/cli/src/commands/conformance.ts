import { writeFile } from "node:fs/promises";
import { UsageError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { renderJson } from "../cli/render.ts";
import type { Result } from "../conformance/check.ts";
import { resultRow, summary, tally, toJunit } from "../conformance/report.ts";
import { runChecks } from "../conformance/run-checks.ts";
import { openOutlet } from "../connect/agent.ts";
import { givenHeaders, usualHeaders } from "../connect/credentials.ts";
import { findTarget } from "../connect/target.ts";
import { readArguments, required, secondsFlag, textFlag, versionFlag, wantsJson } from "../settings/arguments.ts";

export const usage = `a2a conformance AGENT [flags]   checks an agent against the requirements of the protocol, from outside

  Checks every interface that the card names over JSON-RPC and HTTP+JSON. The agent receives a few messages. A row names
  the requirements of docs/conformance.md that it checks, and the tests of the public ACTS corpus that it covers: those
  that any agent can pass.

  --text T           the message to send; default hello
  --a2a-version V    checks this protocol version only: 1.0, 0.3, 0.2 or 0.1
  --answer-time T    the time limit of one response; default 30s
  --failed           prints failed checks only
  --junit FILE       also writes the results as JUnit XML
  -o, --output       text, or json for one object
  --bearer, --api-key, --header, --insecure, --debug   as for send

  Exits with status 1 when a MUST failed.

Examples:
  a2a conformance http://localhost:4100
  a2a conformance weather --a2a-version 1.0 --failed --junit results.xml`;

const flags = {
  text: { type: "string", settable: false },
  "a2a-version": { type: "string", settable: false },
  "answer-time": { type: "string" },
  failed: { type: "boolean", settable: false },
  junit: { type: "string", settable: false },
} as const;

/** Checks an agent. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const asJson = wantsJson(given);
  const target = await findTarget(given, io, required(given, 0, "the URL or name of an agent"));
  if (!("url" in target)) throw new UsageError(`${target.file}: expected the URL of a running agent`);
  const version = versionFlag(given, "a2a-version");
  await using outlet = openOutlet(given, io, target);
  const results: Result[] = [];
  const checks = runChecks(target.url, {
    exchange: outlet.exchange,
    signal: outlet.signal,
    headers: {
      ...target.named?.headers,
      ...usualHeaders(given),
      ...givenHeaders(given),
    },
    text: textFlag(given, "text") ?? "hello",
    timeoutMs: secondsFlag(given, "answer-time") ?? 30_000,
    ...(version && { versions: [version] }),
  });
  for await (const result of checks) {
    results.push(result);
    if (!asJson && (given.values.failed !== true || result.outcome === "failed")) io.out(`${resultRow(result)}\n`);
  }
  if (results.every((result) => result.version === undefined)) {
    io.err("Warning: the card names no interface that can be checked\n");
  }
  const counted = tally(results);
  io.out(asJson ? `${renderJson({ agent: target.url, ...counted, results })}\n` : `${summary(counted)}\n`);
  const junit = textFlag(given, "junit");
  if (junit !== undefined) await writeFile(junit, toJunit(results, target.url));
  return counted.broken > 0 ? 1 : 0;
}
