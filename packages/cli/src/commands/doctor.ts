import { UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { describeFlags, type Option } from "../cli/options.ts";
import { renderJson } from "../cli/render.ts";
import { openOutlet } from "../connect/agent.ts";
import { givenHeaders, usualHeaders } from "../connect/credentials.ts";
import { findTarget } from "../connect/target.ts";
import { examine, type Verdict } from "../doctor/examine.ts";
import type { Symptom } from "../doctor/symptom.ts";
import { isSet, noMoreThan, readArguments, required, secondsFlag, textFlag, wantsJson } from "../settings/arguments.ts";

const flags = {
  send: { type: "string", value: "TEXT", help: "also sends this message, to check its stream", settable: false },
  "step-time": { type: "string", value: "T", help: "the time limit of one step", standard: "10s" },
} as const satisfies Readonly<Record<string, Option>>;

export const usage = `a2a doctor AGENT [flags]   says why an agent cannot be called, and what to change

  Checks name resolution, TLS, the card, every interface that the card declares, over gRPC too, credentials, CORS and clocks,
  then connects as a program would. Sends no message unless --send is given.

${describeFlags(flags)}
  -o, --output       text, or json for one object
  --bearer, --api-key, --header, --insecure, --debug   as for send

  Exits with 0 if the agent can be called as its card says, 1 if something has to be changed, 3 if nothing answers at the
  address, 4 if it needs other credentials.

Examples:
  a2a doctor https://agent.example
  a2a doctor weather --send "hello" -o json`;

/** Examines an agent. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, flags, io);
  const asJson = wantsJson(given);
  const target = await findTarget(given, io, required(given, 0, "the URL or name of an agent"));
  noMoreThan(given, 1, "one agent");
  if (!("url" in target)) throw new UsageError(`${target.file}: expected the URL of a running agent`);
  await using outlet = openOutlet(given, io, target);
  const text = textFlag(given, "send");
  const steps = examine(target.url, {
    ...outlet,
    insecure: isSet(given, "insecure"),
    headers: { ...target.named?.headers, ...usualHeaders(given), ...givenHeaders(given) },
    timeoutMs: secondsFlag(given, "step-time") ?? 10_000,
    ...(text !== undefined && { text }),
  });
  const symptoms: Symptom[] = [];
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) {
    symptoms.push(step.value);
    if (!asJson) io.out(`${rendered(step.value)}\n`);
  }
  const verdict = step.value;
  io.out(asJson ? `${renderJson({ agent: target.url, ...verdict, symptoms })}\n` : `${summary(verdict, symptoms)}\n`);
  return exitOf(verdict, symptoms);
}

function rendered({ severity, code, message, advice }: Symptom): string {
  const label = severity === "info" ? "Note" : severity === "warning" ? "Warning" : "Problem";
  return `${label}: ${line(message)} (${line(code)})\n  ${line(advice)}\n`;
}

function summary({ state, speaks, url, recovered }: Verdict, symptoms: readonly Symptom[]): string {
  const how = speaks === undefined ? "" : `, ${line(speaks)}${url === undefined ? "" : ` at ${line(url)}`}`;
  if (state === "no-host") return "Verdict: nothing answers at this address";
  if (state === "credentials") return `Verdict: the agent answers, and wants credentials${how}`;
  if (state === "broken") return "Verdict: the agent cannot be called";
  if (recovered) return `Verdict: callable by this client only${how}; others follow the card`;
  const problems = symptoms.filter(({ severity }) => severity === "error").length;
  const rest = problems === 0 ? "" : `; ${problems} ${problems === 1 ? "problem" : "problems"} to fix`;
  return `Verdict: callable${how}${rest}`;
}

function exitOf({ state }: Verdict, symptoms: readonly Symptom[]): number {
  if (state === "no-host") return 3;
  const errors = symptoms.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => code !== "auth/rejected") || state === "broken") return 1;
  return state === "credentials" ? 4 : 0;
}
