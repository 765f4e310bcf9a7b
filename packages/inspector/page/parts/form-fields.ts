import { isJsonObject, type JsonValue, type Part } from "@a2a/types";

/** One input of a form that a JSON Schema describes. */
export interface FormField {
  /** The member of the answer; empty where the answer is the value itself. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** `json` is anything that has no input of its own, such as a list. */
  readonly kind: "text" | "number" | "boolean" | "choice" | "json";
  readonly isRequired: boolean;
  readonly choices: readonly JsonValue[];
  readonly isInteger: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The default, as it is typed; of choices, its position among them. */
  readonly initial: string;
}

/** More members than this are answered as JSON. */
const MAX_FIELDS = 50;

/** The schema that a question carries. */
export function schemaOf(parts: readonly Part[]): unknown {
  const part = parts.find(({ mediaType }) => mediaType === "application/schema+json");
  return part && "data" in part ? part.data : undefined;
}

/** The inputs for a schema; `undefined` if it is not an object or does not describe its members. */
export function formFields(schema: unknown): FormField[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { properties, required } = schema;
  if (!isJsonObject(properties)) {
    const only = fieldOf("", schema, true);
    return "type" in schema && only.kind !== "json" ? [only] : undefined;
  }
  const members = Object.entries(properties);
  if (members.length === 0 || members.length > MAX_FIELDS) return undefined;
  const names = Array.isArray(required) ? required : [];
  return members.map(([name, member]) => fieldOf(name, isJsonObject(member) ? member : {}, names.includes(name)));
}

function fieldOf(name: string, member: { readonly [key: string]: JsonValue }, isRequired: boolean): FormField {
  const { title, description, type, minimum, maximum } = member;
  const choices = Array.isArray(member.enum) ? member.enum : [];
  const kinds: Record<string, FormField["kind"]> = {
    string: "text",
    number: "number",
    integer: "number",
    boolean: "boolean",
  };
  const given = member.default;
  return {
    name,
    label: typeof title === "string" ? title : name || "Value",
    description: typeof description === "string" ? description : "",
    kind:
      choices.length > 0 ? "choice" : (typeof type === "string" && Object.hasOwn(kinds, type) && kinds[type]) || "json",
    isRequired,
    choices,
    isInteger: type === "integer",
    min: typeof minimum === "number" ? minimum : undefined,
    max: typeof maximum === "number" ? maximum : undefined,
    initial:
      choices.length > 0
        ? positionOf(given, choices)
        : typeof given === "string"
          ? given
          : (JSON.stringify(given) ?? ""),
  };
}

function positionOf(given: JsonValue | undefined, choices: readonly JsonValue[]): string {
  const found = given === undefined ? -1 : choices.indexOf(given);
  return found < 0 ? "" : String(found);
}

/** The answer that was entered, without the members that were left empty. Throws for text that is not JSON where it has to be. */
export function filledForm(fields: readonly FormField[], entered: Readonly<Record<string, string>>): JsonValue {
  const values = fields.flatMap((field): [string, JsonValue][] => {
    const text = entered[field.name] ?? field.initial;
    if (field.kind === "boolean") return [[field.name, text === "true"]];
    if (text === "") return [];
    if (field.kind === "text") return [[field.name, text]];
    if (field.kind === "number") return [[field.name, Number(text)]];
    if (field.kind === "choice") return [[field.name, field.choices[Number(text)] ?? null]];
    return [[field.name, parsed(field.label, text)]];
  });
  const [only] = fields;
  return only?.name === "" ? (values[0]?.[1] ?? null) : Object.fromEntries(values);
}

/** A choice as it is shown. */
export function choiceText(choice: JsonValue): string {
  return typeof choice === "string" ? choice : JSON.stringify(choice);
}

function parsed(label: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // nothing else comes out of it
  } catch (error) {
    throw new Error(`${label}: expected JSON: ${(error as Error).message}`);
  }
}
