import type { Definition, ObjectSchema, Rule, Schema } from "./schema.ts";

/** The result of a check for a value that does not fit. */
export const MISFIT: unique symbol = Symbol("misfit");

/** Returns the value as its schema describes it, or `MISFIT`. A value that needs no change is returned as is. */
export type Check = (value: unknown) => unknown;

/** The check for a schema. */
export function compile(schema: Schema): Check {
  const check = shapeOf(schema.def);
  return schema.rule ? withRule(check, schema.rule) : check;
}

const checkOf = (schema: Schema): Check => schema.check;

function shapeOf(def: Definition): Check {
  switch (def.type) {
    case "string":
    case "boolean": {
      const { type } = def;
      return (value) => (typeof value === type ? value : MISFIT);
    }
    case "integer": {
      const { min, max } = def;
      return (value) => (Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? value : MISFIT);
    }
    case "enum": {
      const values = new Set<unknown>(def.values);
      return (value) => (values.has(value) ? value : MISFIT);
    }
    case "optional":
      return checkOf(def.inner);
    case "nullable": {
      const inner = checkOf(def.inner);
      return (value) => (value === null ? value : inner(value));
    }
    case "default": {
      const { create } = def;
      const inner = checkOf(def.inner);
      return (value) => inner(value === undefined ? create() : value);
    }
    case "array":
      return arrayOf(checkOf(def.element));
    case "record":
      return objectOf({}, def.value);
    case "object":
      return objectOf(def.shape, def.others);
    case "union":
      return unionOf(def.tag, def.options);
    case "custom": {
      const { accepts } = def;
      return (value) => (accepts(value) ? value : MISFIT);
    }
  }
}

function withRule(check: Check, { refuse }: Rule): Check {
  return (value) => {
    const checked = check(value);
    // A rule is declared for the type of its schema, which the check has established.
    return checked === MISFIT || refuse(checked as never) !== undefined ? MISFIT : checked;
  };
}

function unionOf(tag: string, options: readonly ObjectSchema[]): Check {
  const variants = new Map<unknown, Check>();
  for (const option of options) for (const value of tagsOf(option, tag)) variants.set(value, checkOf(option));
  return (value) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, tag)) return MISFIT;
    const variant = variants.get((value as Record<string, unknown>)[tag]); // own member, as just checked
    return variant ? variant(value) : MISFIT;
  };
}

/** The values by which a variant of a union is known. */
export function tagsOf({ shape }: ObjectSchema, tag: string): readonly string[] {
  const def = shape[tag]?.def;
  return def?.type === "enum" ? def.values : [];
}

function arrayOf(element: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return MISFIT;
    let copy: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const checked = element(value[i]);
      if (checked === MISFIT) return MISFIT;
      if (checked !== value[i]) {
        copy ??= [...value];
        copy[i] = checked;
      }
    }
    return copy ?? value;
  };
}

function objectOf(shape: Readonly<Record<string, Schema>>, catchall: Schema | undefined): Check {
  const members = new Map(Object.entries(shape).map(([key, schema]) => [key, checkOf(schema)]));
  const defaults = Object.keys(shape).filter((key) => shape[key]?.def.type === "default");
  const required = Object.keys(shape).filter((key) => isRequired(shape[key]));
  const others = catchall && checkOf(catchall);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return MISFIT;
    const source = value as Record<string, unknown>; // an object, but not an array
    // Made when the first member changes, so that every member is checked once at every depth.
    let copy: Record<string, unknown> | undefined;
    for (const key in source) {
      // Unknown members are dropped, and so is `__proto__`.
      const member = members.get(key) ?? (key === "__proto__" ? undefined : others);
      const checked = member?.(source[key]);
      if (checked === MISFIT) return MISFIT;
      if (member === undefined || checked !== source[key]) copy ??= membersBefore(source, key);
      if (member !== undefined && copy) copy[key] = checked;
    }
    for (const key of required) if (!Object.hasOwn(source, key)) return MISFIT;
    for (const key of defaults) {
      if (Object.hasOwn(source, key)) continue;
      copy ??= { ...source };
      copy[key] = members.get(key)?.(undefined);
    }
    return copy ?? source;
  };
}

/** The members of an object up to one of them. */
function membersBefore(source: Readonly<Record<string, unknown>>, end: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key in source) {
    if (key === end) break;
    copy[key] = source[key];
  }
  return copy;
}

/** Whether an object without this member does not fit. */
export function isRequired(schema: Schema | undefined): boolean {
  return schema !== undefined && schema.def.type !== "optional" && schema.def.type !== "default";
}
