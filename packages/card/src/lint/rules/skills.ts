import { asText, type CardLocation, type CardView, textsIn } from "./card-view.ts";
import { at, quote, type Rule, repeated } from "./rule.ts";

const MEDIA_TYPE = /^([a-z0-9!#$&^_.+-]+|\*)\/([a-z0-9!#$&^_.+-]+|\*)\s*(;[^;]+)*$/i;
const TREES = /^(application|audio|example|font|haptics|image|message|model|multipart|text|video|\*)\//i;

/** Rules about what an agent can do, and with which kinds of content. */
export const skillRules: readonly Rule[] = [
  {
    rule: "skill/duplicate-id",
    severity: "error",
    section: "4.4.5",
    fix: "Give each skill an id of its own.",
    *check({ skills }) {
      for (const { pointer, value } of repeated(skills, ({ value }) => asText(value.id) || undefined)) {
        yield at(`${pointer}/id`, `the id ${quote(value.id)} is used before`);
      }
    },
  },
  {
    rule: "skill/duplicate-name",
    severity: "warning",
    section: "4.4.5",
    fix: "Give each skill a name by which people and models can tell it from the others.",
    *check({ skills }) {
      for (const { pointer, value } of repeated(skills, ({ value }) => asText(value.name).toLowerCase() || undefined)) {
        yield at(`${pointer}/name`, `another skill is called ${quote(value.name)} too`);
      }
    },
  },
  {
    rule: "skill/id-form",
    severity: "warning",
    section: "4.4.5",
    fix: "Use letters, digits, hyphens, underscores, dots and colons.",
    *check({ skills }) {
      for (const { pointer, value } of skills) {
        const id = asText(value.id);
        if (id !== "" && !/^[\w.:/-]{1,128}$/.test(id))
          yield at(`${pointer}/id`, `the id ${quote(id)} is hard to use as a name`);
      }
    },
  },
  {
    rule: "skill/too-many",
    severity: "warning",
    section: "13.4",
    fix: "Split the agent, or join skills that belong together.",
    *check({ skills }) {
      if (skills.length > 200)
        yield at("/skills", `the card lists ${skills.length} skills; careful readers stop at 200`);
    },
  },
  {
    rule: "skill/duplicate-tag",
    severity: "info",
    section: "4.4.5",
    fix: "Write each tag once, in lower case.",
    *check({ skills }) {
      for (const { pointer, value } of skills) {
        for (const tag of repeated(textsIn(value.tags, `${pointer}/tags`), (entry) => entry.value.toLowerCase())) {
          yield at(tag.pointer, `the tag ${quote(tag.value)} is given twice`);
        }
      }
    },
  },
  {
    rule: "skill/empty-example",
    severity: "warning",
    section: "4.4.5",
    fix: "Write something a caller could send, or leave the example out.",
    *check({ skills }) {
      for (const { pointer, value } of skills) {
        for (const example of textsIn(value.examples, `${pointer}/examples`)) {
          if (example.value.trim() === "") yield at(example.pointer, "the example is empty");
        }
      }
    },
  },
  {
    rule: "mode/form",
    severity: "error",
    section: "4.4.1",
    fix: "Name modes by media types, such as text/plain or application/json.",
    *check(view) {
      for (const { pointer, value } of modesOf(view)) {
        const isWord = view.version === "0.1" && /^(text|file|data)$/.test(value);
        if (!MEDIA_TYPE.test(value) && !isWord) yield at(pointer, `${quote(value)} is not a media type`);
      }
    },
  },
  {
    rule: "mode/unknown",
    severity: "warning",
    section: "4.4.1",
    fix: "Use a registered tree: application, audio, font, image, message, model, multipart, text or video.",
    *check(view) {
      for (const { pointer, value } of modesOf(view)) {
        if (MEDIA_TYPE.test(value) && !TREES.test(value))
          yield at(pointer, `there are no media types like ${quote(value)}`);
      }
    },
  },
  {
    rule: "mode/duplicate",
    severity: "info",
    section: "4.4.1",
    fix: "List each media type once.",
    *check({ card }) {
      for (const name of ["defaultInputModes", "defaultOutputModes"]) {
        for (const { pointer, value } of repeated(textsIn(card[name], `/${name}`), (mode) =>
          mode.value.toLowerCase(),
        )) {
          yield at(pointer, `${quote(value)} is listed twice`);
        }
      }
    },
  },
];

function modesOf({ card, skills }: CardView): CardLocation<string>[] {
  return [
    ...textsIn(card.defaultInputModes, "/defaultInputModes"),
    ...textsIn(card.defaultOutputModes, "/defaultOutputModes"),
    ...skills.flatMap(({ pointer, value }) => [
      ...textsIn(value.inputModes, `${pointer}/inputModes`),
      ...textsIn(value.outputModes, `${pointer}/outputModes`),
    ]),
  ];
}
