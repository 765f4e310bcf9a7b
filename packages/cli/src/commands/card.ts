import { A2AError, type AgentCard, type JsonValue } from "@a2a/types";
import { renderCard } from "../card/render-card.ts";
import { connectAgent, openOutlet } from "../cli/agent.ts";
import { type Given, isSet, readArguments, textFlag, wantsJson } from "../cli/arguments.ts";
import { CliError, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { describeFlags, type Option } from "../cli/options.ts";
import { renderJson } from "../cli/render.ts";
import { type FoundCard, findCard } from "../connect/find-card.ts";
import { findTarget } from "../connect/target.ts";

const flags = {
  validate: { type: "boolean", help: "fails when the card breaks the A2A schema", settable: false },
  lint: { type: "boolean", help: "says what is wrong with the card, or could be better", settable: false },
  verify: { type: "boolean", help: "checks its signatures: verified, unverifiable or absent", settable: false },
  jwks: { type: "string", value: "FILE", help: "the keys to trust for that", settable: false },
  extended: { type: "boolean", help: "the card that authenticated callers see", settable: false },
  stream: { type: "boolean", settable: false },
} as const satisfies Readonly<Record<string, Option>>;
const { stream: _, ...told } = flags;

export const usage = `a2a card get [REF] [flags]   shows the card of an agent, of any generation
a2a card                     the same
a2a skills [REF]             its skills

${describeFlags(told)}

  The flags of every command are in a2a help.`;

/** Shows a card, and what is to be said about it. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const rest = args[0] === "get" ? args.slice(1) : args;
  const given = readArguments(rest, flags, io);
  if (given.positionals.length > 1)
    throw new UsageError(`a2a card ${given.positionals[0]}: expected get, and one agent`);
  const asJson = wantsJson(given);
  const { card, remarks, problem } = isSet(given, "extended") ? await extended(given, io) : await shown(given, io);
  // One document is all that JSON may hold: what is said about it goes elsewhere, and a card that fails is not shown as good.
  if (!asJson) io.out([...(card ? [renderCard(card, isSet(given, "verbose"))] : []), ...remarks, ""].join("\n"));
  else for (const remark of remarks) io.err(`${remark}\n`);
  if (problem) throw problem;
  if (asJson) io.out(`${renderJson(card)}\n`);
  return 0;
}

/** Lists the skills of an agent. */
export async function skills(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args, {}, io);
  await using outlet = openOutlet(given, io);
  const { card } = await findCard(await findTarget(given, io, given.positionals[0]), outlet);
  if (wantsJson(given)) io.out(`${renderJson(card.skills)}\n`);
  else {
    for (const skill of card.skills) {
      io.out(`Skill: ${line(skill.id)}\nName: ${line(skill.name)}\nDescription: ${line(skill.description)}\n\n`);
    }
  }
  return 0;
}

interface Shown {
  readonly card?: AgentCard;
  readonly remarks: readonly string[];
  readonly problem?: unknown;
}

async function shown(given: Given, io: Io): Promise<Shown> {
  await using outlet = openOutlet(given, io);
  const target = await findTarget(given, io, given.positionals[0]);
  const judges = isSet(given, "lint") || isSet(given, "validate");
  let document: JsonValue | undefined;
  let found: FoundCard;
  try {
    found = await findCard(target, { ...outlet, onDocument: (value) => (document = value) });
  } catch (problem) {
    if (!judges || document === undefined) throw problem;
    return { remarks: (await findings(given, JSON.stringify(document))).remarks, problem };
  }
  const { remarks, problem } = judges ? await findings(given, found.source) : { remarks: [] };
  if (!isSet(given, "verify")) return { card: found.card, remarks, problem };
  const { verifySignatures } = await import("../card/verify.ts");
  const { outcome, card = found.card } = await verifySignatures(found, outlet.exchange, textFlag(given, "jwks"));
  return { card, remarks: [...remarks, `Signature: ${line(outcome)}`], problem };
}

async function findings(given: Given, source: string): Promise<{ remarks: string[]; problem?: unknown }> {
  const { lintCard } = await import("@a2a/card/lint");
  const all = lintCard(source).filter(({ severity }) => isSet(given, "lint") || severity === "error");
  const remarks = all.map(({ severity, rule, pointer, message, fix }) =>
    line(`Finding: ${severity} ${rule} ${pointer || "/"}: ${message}; ${fix}`),
  );
  const [first, ...others] = all.filter(({ severity }) => severity === "error");
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
    throw new A2AError("UNSUPPORTED_OPERATION", "the agent's card does not offer an extended one");
  }
  const card = await client.extendedCard({ signal });
  const { remarks, problem } =
    isSet(given, "lint") || isSet(given, "validate") ? await findings(given, JSON.stringify(card)) : { remarks: [] };
  return { card, remarks, problem };
}
