import { lintCard } from "@a2a/card/lint";
import { connectAgent } from "../cli/agent.ts";
import { readArguments, wantsJson } from "../cli/arguments.ts";
import { UsageError } from "../cli/failure.ts";
import { type Io, shown } from "../cli/io.ts";
import { renderJson } from "../cli/render.ts";

export const usage = `a2a card get [REF] [--validate] [--lint] [--extended]   shows an agent's card
a2a card                                                  the same, of the agent named by --agent-card
a2a skills                                                its skills`;

/** Shows a card, and what is to be said about it. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [verb, ...rest] = args[0] === "get" ? args : ["get", ...args];
  if (verb !== "get") throw new UsageError(`a2a card ${verb ?? ""}: expected get`);
  const given = readArguments(rest, {
    validate: { type: "boolean" },
    lint: { type: "boolean" },
    extended: { type: "boolean" },
  });
  const [reference] = given.positionals;
  await using connected = await connectAgent(given, io, reference);
  const { client } = connected;
  const card = given.values.extended === true ? await client.extendedCard({ signal: io.signal }) : client.card;
  if (wantsJson(given)) io.out(`${renderJson(card)}\n`);
  else {
    io.out(`Name: ${shown(card.name)}\nDescription: ${shown(card.description)}\nVersion: ${shown(card.version)}\n`);
    for (const entry of card.supportedInterfaces) {
      io.out(
        `Interface: ${shown(entry.protocolVersion)} over ${shown(entry.protocolBinding)} at ${shown(entry.url)}\n`,
      );
    }
    for (const skill of card.skills) io.out(`Skill: ${shown(skill.id)} - ${shown(skill.description)}\n`);
  }
  if (given.values.lint !== true && given.values.validate !== true) return 0;
  const findings = lintCard(card).filter(({ severity }) => given.values.lint === true || severity === "error");
  for (const { severity, rule, pointer, message, fix } of findings) {
    io.err(`${severity}: ${rule} ${shown(pointer)}: ${shown(message)} ${shown(fix)}\n`);
  }
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

/** Lists the skills of an agent. */
export async function skills(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(args);
  await using connected = await connectAgent(given, io, given.positionals[0]);
  const { skills: all } = connected.client.card;
  if (wantsJson(given)) io.out(`${renderJson(all)}\n`);
  else
    for (const skill of all)
      io.out(`Skill: ${shown(skill.id)}\nName: ${shown(skill.name)}\nDescription: ${shown(skill.description)}\n\n`);
  return 0;
}
