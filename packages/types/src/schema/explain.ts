import { isJsonObject } from "../json/json.ts";
import { isRequired, tagsOf } from "./compile.ts";
import type { Issue, Schema } from "./schema.ts";

/** Everything that is wrong with a value, by its place. Empty for a value that fits. */
export function explain(schema: Schema, value: unknown): Issue[] {
  const issues: Issue[] = [];
  collect(schema, value, [], issues);
  return issues;
}

type Path = readonly (string | number)[];

function collect(schema: Schema, value: unknown, path: Path, issues: Issue[]): void {
  const before = issues.length;
  const add = (message: string, at: Path = path) => void issues.push({ path: at, message });
  const expect = (expected: string) => add(`expected ${expected}, received ${kindOf(value)}`);
  const { def, rule } = schema;
  switch (def.type) {
    case "string":
    case "boolean":
      if (typeof value !== def.type) expect(def.type);
      break;
    case "integer":
      if (typeof value !== "number" || Number.isNaN(value)) expect("number");
      else if (!Number.isInteger(value)) add("expected an integer");
      else if (value < def.min || value > def.max) add(`expected ${def.min} to ${def.max}`);
      break;
    case "enum":
      if (!def.values.some((known) => known === value)) add(`expected ${choice(def.values)}`);
      break;
    case "optional":
      collect(def.inner, value, path, issues);
      break;
    case "nullable":
      if (value !== null) collect(def.inner, value, path, issues);
      break;
    case "default":
      if (value !== undefined) collect(def.inner, value, path, issues);
      break;
    case "array":
      if (!Array.isArray(value)) expect("array");
      else for (const [index, element] of value.entries()) collect(def.element, element, [...path, index], issues);
      break;
    case "record":
      if (!isJsonObject(value)) expect("object");
      else for (const [key, member] of Object.entries(value)) collect(def.value, member, [...path, key], issues);
      break;
    case "object":
      if (!isJsonObject(value)) {
        expect("object");
        break;
      }
      for (const [key, member] of Object.entries(def.shape)) {
        if (Object.hasOwn(value, key) || isRequired(member)) collect(member, value[key], [...path, key], issues);
      }
      for (const [key, member] of Object.entries(def.others ? value : {})) {
        if (def.others && !Object.hasOwn(def.shape, key)) collect(def.others, member, [...path, key], issues);
      }
      break;
    case "union": {
      if (!isJsonObject(value)) {
        expect("object");
        break;
      }
      const variant = def.options.find((option) => tagsOf(option, def.tag).some((tag) => tag === value[def.tag]));
      const known = def.options.flatMap((option) => tagsOf(option, def.tag));
      if (variant) collect(variant, value, path, issues);
      else add(`expected ${choice(known)}`, [...path, def.tag]);
      break;
    }
    case "custom":
      if (!def.accepts(value)) add(def.expected);
  }
  const refusal = issues.length === before ? rule?.refuse(value as never) : undefined; // of its type: nothing was wrong
  if (refusal !== undefined) add(refusal);
}

function choice(values: readonly string[]): string {
  return values.length === 1 ? `"${values[0]}"` : `one of ${values.map((value) => `"${value}"`).join("|")}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Number.isNaN(value)) return "NaN";
  return Array.isArray(value) ? "array" : typeof value;
}
