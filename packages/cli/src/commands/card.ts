import { type CatalogEntry, fetchCatalog } from "@a2a/card/catalog";
import { A2AError, type AgentCard, type JsonValue } from "@a2a/types";
import { renderCard } from "../card/render-card.ts";
import { CliError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { describeFlags, type Option } from "../cli/options.ts";
import { renderJson } from "../cli/render.ts";
import { renderTable } from "../cli/table.ts";
import { connectAgent, openOutlet } from "../connect/agent.ts";
import { type FoundCard, findCard } from "../connect/find-card.ts";
import { findTarget } from "../connect/target.ts";
import { type Given, isSet, noMoreThan, readArguments, textFlag, wantsJson } from "../settings/arguments.ts";

const flags = {
  validate: { type: "boolean", help: "fails when the card violates the A2A schema", settable: false },
  lint: { type: "boolean", help: "lists errors in the card and what could be improved", settable: false },
  verify: { type: "boolean", help: "checks the signatures: verified, unverifiable or absent", settable: false },
  jwks: { type: "string", value: "FILE", help: "the trusted keys for --verify", settable: false },
  extended: { type: "boolean", help: "the extended card, for authenticated callers", settable: false },
  stream: { type: "boolean", settable: false },
} as const satisfies Readonly<Record<string, Option>>;
const { stream: _, ...documented } = flags;

export const usage = `a2a card get [REF] [flags]   shows the card of an agent, of any protocol version
a2a card [REF]               the same; lists the agents of an origin that has a catalog instead of a card
a2a skills [REF]             lists its skills
a2a card sign FILE --key K   prints a card file, or stdin for -, with a signature by the private key in the file K
a2a card keys FILE           creates a private key in a file, unless there is one, and prints its public key set for --jwks

  REF is a URL, a host, a card file or a name from the configuration file. Without one, the commands show the agent that
  a flag or setting names, else the one that the server section of the configuration file describes.

${describeFlags(documented)}

  a2a help lists the flags of every command.

Examples:
  a2a card http://localhost:4100
  a2a card get ./card.json --lint
  a2a card keys card-key.json > jwks.json
  a2a card sign ./card.json --key card-key.json > signed.json
  a2a skills weather`;

/** Shows a card and the findings about it, or signs one. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb] = args;
  if (verb === "sign" || verb === "keys") {
    const subcommands = await import("../card/sign.ts");
    return subcommands[verb](args.slice(1), io);
  }
  const rest = verb === "get" ? args.slice(1) : args;
  const given = readArguments(rest, flags, io);
  noMoreThan(given, 1, "one agent");
  const asJson = wantsJson(given);
  const listed = isSet(given, "extended") ? undefined : await catalogInstead(given, io);
  if (listed) {
    io.out(
      asJson
        ? `${renderJson({ agents: listed })}\n`
        : renderTable(
            ["agent", "card"],
            listed.map(({ name, url }) => [name, url]),
          ),
    );
    return 0;
  }
  const { card, remarks, problem } = isSet(given, "extended") ? await extended(given, io) : await shown(given, io);
  // JSON output is one document: findings go to stderr, and an invalid card is not printed.
  if (!asJson) io.out([...(card ? [renderCard(card, isSet(given, "verbose"))] : []), ...remarks, ""].join("\n"));
  else for (const remark of remarks) io.err(`${remark}\n`);
  if (problem) throw problem;
  if (asJson) io.out(`${renderJson(card)}\n`);
  return 0;
}

/** The agents that an origin lists, if it has a catalog and no card. */
async function catalogInstead(given: Given, io: Io): Promise<CatalogEntry[] | undefined> {
  const target = await findTarget(given, io, given.positionals[0]);
  if (!("url" in target) || new URL(target.url).pathname !== "/") return undefined;
  await using outlet = openOutlet(given, io, target);
  try {
    await findCard(target, outlet);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof CliError) || problem.code !== "A2ACLI_ERR_CARD_NOT_FOUND") return undefined; // reported below
    return await fetchCatalog(target.url, { http: outlet.exchange, signal: outlet.signal }).catch(() => undefined);
  }
}

/** Lists the skills of an agent. */
export async function skills(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, {}, io);
  noMoreThan(given, 1, "one agent");
  const target = await findTarget(given, io, given.positionals[0]);
  await using outlet = openOutlet(given, io, target);
  const { card } = await findCard(target, outlet);
  if (wantsJson(given)) io.out(`${renderJson(card.skills)}\n`);
  else if (card.skills.length > 0) {
    const rows = card.skills.map(({ id, name, description }) => [id, name, description]);
    io.out(renderTable(["skill", "name", "description"], rows));
  } else if (!isSet(given, "quiet")) io.err("Warning: the card lists no skills\n");
  return 0;
}

interface Shown {
  readonly card?: AgentCard;
  readonly remarks: readonly string[];
  readonly problem?: unknown;
}

async function shown(given: Given, io: Io): Promise<Shown> {
  const target = await findTarget(given, io, given.positionals[0]);
  await using outlet = openOutlet(given, io, target);
  const judges = isSet(given, "lint") || isSet(given, "validate");
  let document: JsonValue | undefined;
  let found: FoundCard;
  try {
    found = await findCard(target, { ...outlet, onDocument: (value) => (document = value) });
  } catch (problem) {
    if (!judges || document === undefined) throw problem;
    return { remarks: (await findings(given, JSON.stringify(document))).remarks, problem };
  }
  const { remarks: judged, problem } = judges ? await findings(given, found.source) : { remarks: [] };
  const note = isSet(given, "verbose") && found.note !== undefined ? [line(`Note: ${found.note}`)] : [];
  const use = isSet(given, "verbose") ? await describeUse(given, io) : [];
  const remarks = [...note, ...use, ...judged];
  if (!isSet(given, "verify")) return { card: found.card, remarks, problem };
  const { verifySignatures } = await import("../card/verify.ts");
  const { outcome, card = found.card } = await verifySignatures(found, outlet.exchange, textFlag(given, "jwks"));
  return { card, remarks: [...remarks, `Signature: ${line(outcome)}`], problem };
}

/** The interface that commands use, and how it is known to deviate. Nothing where there is none in common. */
async function describeUse(given: Given, io: Io): Promise<string[]> {
  try {
    // Warnings about the flags have been printed before.
    await using connected = await connectAgent(given, { ...io, err: () => undefined }, given.positionals[0]);
    const { version, binding, url, deviations } = connected.client.describe();
    return [
      `Used: ${line(version)} over ${line(binding)} at ${line(url)}`,
      ...deviations.map((deviation) => line(`Deviation: ${deviation}`)),
    ];
  } catch {
    return [];
  }
}

async function findings(given: Given, source: string): Promise<{ remarks: string[]; problem?: unknown }> {
  const { lintCard } = await import("@a2a/card/lint");
  const all = lintCard(source).filter(({ severity }) => isSet(given, "lint") || severity === "error");
  const remarks = all.map(({ severity, rule, pointer, message, fix }) =>
    line(`Finding: ${severity} ${rule} ${pointer || "/"}: ${message}; ${fix}`),
  );
  const [first, ...others] = all.filter(({ severity }) => severity === "error");
  if (all.length === 0) return { remarks: isSet(given, "lint") ? ["Findings: none"] : [] };
  if (first === undefined) return { remarks };
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return {
    remarks,
    problem: new CliError("A2ACLI_ERR_CARD_INVALID", `${first.pointer || "/"}: ${first.message}${more}`),
  };
}

async function extended(given: Given, io: Io): Promise<Shown> {
  await using connected = await connectAgent(given, io, given.positionals[0]);
  const { client, signal } = connected;
  if (client.card.capabilities.extendedAgentCard !== true) {
    throw new A2AError("UNSUPPORTED_OPERATION", "the agent's card does not offer an extended card");
  }
  const card = await client.extendedCard({ signal });
  const { remarks, problem } =
    isSet(given, "lint") || isSet(given, "validate") ? await findings(given, JSON.stringify(card)) : { remarks: [] };
  return { card, remarks, problem };
}
