import { cleanText } from "./clean-text.ts";

/** The description of an agent: a card of the model, or some of its members. */
export interface DescribedAgent {
  readonly name: string;
  readonly description?: string;
  readonly skills?: readonly DescribedSkill[];
}

/** The description of a skill. */
export interface DescribedSkill {
  readonly name: string;
  readonly description?: string;
  readonly examples?: readonly string[];
}

/** How much to tell. */
export interface DescribeOptions {
  /** Leave out every description, where most text of others is. Default false. */
  namesOnly?: boolean;
  /** The longest text, in characters. */
  maxLength?: number;
}

/**
 * An agent as lines for the system prompt of a coordinator: its name as a heading, its description, and every skill, in full and as
 * the card has them. The card is untrusted text: pass `cleanCard(card)` to bound it to one line per field, and quote the result
 * with `fenceRemoteText`.
 */
export function agentCardToPrompt(card: DescribedAgent, options: DescribeOptions = {}): string {
  const { namesOnly = false, maxLength = Number.POSITIVE_INFINITY } = options;
  const head = [`## ${card.name}`, namesOnly ? "" : (card.description ?? ""), "", "Skills:"];
  const skills = (card.skills ?? []).map(({ name, description = "" }) =>
    namesOnly ? `- ${name}` : `- ${name}: ${description}`,
  );
  return withinLength(head, skills, maxLength);
}

/** A card with every text on one line, without invisible characters, and cut at 200 characters or the length given. */
export function cleanCard(card: DescribedAgent, maxLength?: number): DescribedAgent {
  const clean = (text: string) => cleanText(text, maxLength);
  return {
    name: clean(card.name),
    ...(card.description !== undefined && { description: clean(card.description) }),
    ...(card.skills && {
      skills: card.skills.map(({ name, description, examples }) => ({
        name: clean(name),
        ...(description !== undefined && { description: clean(description) }),
        ...(examples && { examples: examples.map(clean) }),
      })),
    }),
  };
}

/** An agent as the description of a tool: its purpose, then its skills with an example each, in at most 1,024 characters. */
export function cardToDescription(card: DescribedAgent, options: DescribeOptions = {}): string {
  const { namesOnly = false, maxLength = 1_024 } = options;
  const [name, about] = [card.name, namesOnly ? "" : (card.description ?? "")].map((text) => cleanText(text));
  const skills = (card.skills ?? []).map((skill) => `- ${describeSkill(skill, namesOnly)}`);
  const head = [about ? `${name}: ${about}` : `${name}`, ...(skills.length > 0 ? ["", "Skills:"] : [])];
  return withinLength(head, skills, maxLength);
}

/** The sentence that teaches a coordinator to answer a remote agent's question. */
export function teachInputRequired(): string {
  return "If a tool answers with [INPUT_REQUIRED:task_id=…], put its question to the user, then call the same tool again with the answer and that task_id.";
}

function describeSkill({ name, description = "", examples = [] }: DescribedSkill, namesOnly: boolean): string {
  if (namesOnly) return cleanText(name);
  const [example = ""] = examples;
  const shown = cleanText(example);
  return `${cleanText(name)}: ${cleanText(description)}${shown === "" ? "" : ` Example: ${shown}`}`;
}

/** As many of the skills as there is room for; the others are counted. */
function withinLength(head: readonly string[], skills: readonly string[], maxLength: number): string {
  for (let shown = skills.length; shown > 0; shown--) {
    const left = skills.length - shown;
    const text = [...head, ...skills.slice(0, shown), ...(left > 0 ? [`- and ${left} more`] : [])].join("\n");
    if (text.length <= maxLength) return text;
  }
  return head.join("\n").slice(0, maxLength);
}
