import { limitEffects } from "./limit-effects.ts";
import { constantOf, membersOfInterface } from "./option-members.ts";

const introduction = `# Limits

Every limit of a server: its default, what a caller sees beyond it, and how to change it. The defaults fit a container with 512 MB of
memory. \`npm run documents\` writes this page from the definitions of the options, and a test compares the two; \`npm run faults\` measures
a server under attack.

\`\`\`ts
import { createMemoryEngine } from "@a2a/server/memory";
import { serve } from "@a2a/server/node";

await serve({
  card: { name: "Desk" },
  executor: async function* () {
    yield "ready";
  },
  limits: { maxBodyBytes: 1_048_576, json: { maxDepth: 32 } },
  turns: { timeoutMs: 60_000 },
  listener: { stalledMs: 20_000 },
  engine: createMemoryEngine({ maxTasks: 200 }),
});
\`\`\`

A refusal is an error in the caller's protocol version and names the limit: HTTP 413 \`PAYLOAD_TOO_LARGE\`, HTTP 429 \`RATE_LIMITED\`, HTTP
503 \`CAPACITY_EXCEEDED\` with \`Retry-After\`, \`INVALID_REQUEST\` for JSON out of bounds, \`INVALID_PARAMS\` for webhooks beyond their number.
`;

interface Section {
  readonly title: string;
  readonly file: string;
  readonly type: string;
  /** How a member is set: `limits.` before its name. */
  readonly prefix: string;
}

const SERVER = "packages/server/src";

/** The options that hold limits. */
export const limitSections: readonly Section[] = [
  { title: "Bodies of requests", file: `${SERVER}/handler/bodies.ts`, type: "BodyLimitOptions", prefix: "limits." },
  { title: "JSON", file: "packages/types/src/model/json.ts", type: "JsonLimits", prefix: "limits.json." },
  { title: "Answers", file: `${SERVER}/handler/answers.ts`, type: "AnswerLimitOptions", prefix: "limits." },
  { title: "Slow readers", file: `${SERVER}/node/response-writer.ts`, type: "StreamOptions", prefix: "listener." },
  { title: "Calls", file: `${SERVER}/dispatch/caller-limits.ts`, type: "CallerLimitOptions", prefix: "limits." },
  { title: "Waiting", file: `${SERVER}/handler/options.ts`, type: "LimitOptions", prefix: "limits." },
  { title: "Turns", file: `${SERVER}/handler/options.ts`, type: "TurnOptions", prefix: "turns." },
  { title: "Tasks in any storage", file: `${SERVER}/engine/engine-core.ts`, type: "EngineOptions", prefix: "" },
  {
    title: "Tasks in memory",
    file: `${SERVER}/engine/memory/memory-engine.ts`,
    type: "MemoryEngineOptions",
    prefix: "createMemoryEngine: ",
  },
  {
    title: "Tasks in SQLite",
    file: `${SERVER}/engine/sqlite/sqlite-engine.ts`,
    type: "SqliteEngineOptions",
    prefix: "createSqliteEngine: ",
  },
];

/** Limits that cannot be changed. */
const constants: readonly (readonly [file: string, name: string])[] = [
  [`${SERVER}/engine/port/limits.ts`, "MAX_PAGE_SIZE"],
  [`${SERVER}/engine/port/limits.ts`, "MAX_CONTEXT_SIZE"],
  [`${SERVER}/engine/port/limits.ts`, "MAX_INBOX"],
  [`${SERVER}/node/connection.ts`, "MAX_PIPELINED"],
  ["packages/http/src/guard/url-guard.ts", "MAX_URL_LENGTH"],
];

/** The page about limits, as Markdown. */
export function limitsDocument(): string {
  return [
    introduction,
    ...limitSections.flatMap(sectionLines),
    "## Fixed limits",
    "",
    "| Limit | Value | Beyond it |",
    "|---|---|---|",
    ...constants.map(([file, name]) => {
      const { meaning, fallback } = constantOf(file, name);
      return `| ${meaning} | ${fallback?.replaceAll("_", ",")} | ${effectOf(name)} |`;
    }),
    "",
  ].join("\n");
}

function sectionLines({ title, file, type, prefix }: Section): string[] {
  const rows = membersOfInterface(file, type).flatMap(({ name, meaning, fallback }) => {
    const effect = effectOf(`${type}.${name}`);
    return effect === null ? [] : [`| \`${prefix}${name}\` | ${fallback ?? ""} | ${meaning} | ${effect} |`];
  });
  return [`## ${title}`, "", "| Option | Default | | Beyond it |", "|---|---|---|---|", ...rows, ""];
}

function effectOf(key: string): string | null {
  const effect = limitEffects[key];
  if (effect === undefined) throw new Error(`limit-effects.ts does not say what happens beyond ${key}`);
  return effect;
}
