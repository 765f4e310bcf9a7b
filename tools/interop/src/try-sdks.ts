// Runs our client and server against the SDKs of the languages that are given, by default JavaScript, and writes docs/interop.md and
// docs/gateway-matrix.md. With `--record`, streams and odd answers of the SDKs are recorded as well, for tests to replay.
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { gatewayMarkdown } from "./gateway/gateway-markdown.ts";
import { tryGateway } from "./gateway/gateway-matrix.ts";
import { type MatrixResult, tryAll } from "./matrix/matrix.ts";
import { toMarkdown } from "./matrix/to-markdown.ts";
import { recordSdk } from "./recording/record-sdk.ts";
import { surprises } from "./sdks/failures/known-failures.ts";
import { runToEnd } from "./sdks/process.ts";
import { readResults, writeResults } from "./sdks/results.ts";
import type { Language, Section } from "./sdks/sdk.ts";
import { sdks, toolchains } from "./sdks/sdk-list.ts";
import { MissingArtifact, trySdk } from "./sdks/try-sdk.ts";

const wrong: string[] = [];
const records = process.argv.includes("--record");
const named = process.argv.slice(2).filter((name) => name !== "--record");
for (const name of named.length > 0 ? named : ["javascript"]) {
  if (!Object.hasOwn(toolchains, name)) {
    throw new Error(`"${name}" is not a language that can be run; use ${Object.keys(toolchains).join(", ")}`);
  }
  await runLanguage(name as Language); // checked above
}
const matrix = await tryAll();
wrong.push(...matrix.flatMap(failuresOf));
writeFileSync(new URL("../../../docs/interop.md", import.meta.url), toMarkdown(matrix, readResults()));
const throughGateway = await tryGateway();
wrong.push(
  ...throughGateway.flatMap(({ caller, agent, fails }) =>
    fails.map((line) => `${caller.name} to ${agent.name}: ${line}`),
  ),
);
writeFileSync(new URL("../../../docs/gateway-matrix.md", import.meta.url), gatewayMarkdown(throughGateway));
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;

async function runLanguage(language: Language): Promise<void> {
  const command = toolchains[language];
  const version = command && (await runToEnd(command, ".", 30_000).catch(() => undefined));
  if (version?.code !== 0) {
    wrong.push(`${language}: ${command?.[0]} is not installed, so nothing was run`);
    return;
  }
  const sections: Section[] = [];
  const notRun: { sdk: string; reason: string }[] = [];
  for (const sdk of sdks.filter((candidate) => candidate.language === language)) {
    try {
      sections.push(...(await trySdk(sdk, print)));
      if (records) console.log(`recorded ${(await recordSdk(sdk)).join(", ")}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      wrong.push(`${sdk.name}: ${reason}`);
      notRun.push({
        sdk: sdk.name,
        reason: error instanceof MissingArtifact ? reason : "it could not be built or started",
      });
    }
  }
  wrong.push(...sections.flatMap(surprises));
  const toolchain =
    stripVTControlCharacters(version.stdout || version.stderr)
      .split("\n")[0]
      ?.trim() ?? "";
  writeResults({ language, date: new Date().toISOString().slice(0, 10), toolchain, sections, notRun });
}

function print({ sdk, caller, version, binding, outcomes }: Section): void {
  const works = outcomes.filter(({ failure, absent }) => failure === undefined && !absent).length;
  const tried = outcomes.filter(({ absent }) => !absent).length;
  const who = caller === "ours" ? "our client calls" : "calls us:";
  console.log(`${who} ${sdk}, ${version} over ${binding}: ${works} of ${tried} operations work`);
}

function failuresOf({ name, spoken, cells }: MatrixResult): string[] {
  return Object.entries(cells).flatMap(([column, outcome]) =>
    /^fails|although/.test(outcome) ? [`${name}, ${spoken}, ${column}: ${outcome}`] : [],
  );
}
