import type * as z from "zod/mini";

/** The result of a fast check for an invalid value; the schema itself then reports the reasons. */
export const MISFIT: unique symbol = Symbol("misfit");

type Check = (value: unknown) => unknown;

/**
 * A checker compiled from a zod schema that accepts exactly the same values with the same output, several times
 * faster: it reports no reasons, and returns a value that needs no change as is instead of copying it.
 */
export function compile<T>(schema: z.core.$ZodType<T>): (value: unknown) => T | typeof MISFIT {
  return lazily(schema) as (value: unknown) => T | typeof MISFIT; // a check returns the schema's output or MISFIT
}

// Compiled on first use, so that unused operations of an imported codec cost nothing.
function lazily(schema: z.core.$ZodType): Check {
  let check: Check | undefined;
  return (value) => {
    check ??= build(schema);
    return check(value);
  };
}

function build(schema: z.core.$ZodType): Check {
  const known = built.get(schema);
  if (known) return known;
  const check = withChecks(schema, shapeOf(schema));
  built.set(schema, check);
  return check;
}
const built = new WeakMap<z.core.$ZodType, Check>();

function shapeOf(schema: z.core.$ZodType): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema zod makes is one of $ZodTypes
  switch (def.type) {
    case "string":
      return "format" in def || def.coerce ? byZod(schema) : (value) => (typeof value === "string" ? value : MISFIT);
    case "boolean":
      return (value) => (typeof value === "boolean" ? value : MISFIT);
    case "enum": {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => (values.has(value) ? value : MISFIT);
    }
    case "literal": {
      const values = new Set<unknown>(def.values);
      return (value) => (values.has(value) ? value : MISFIT);
    }
    case "optional": {
      // JSON has no undefined; whether a schema accepts it is left to zod.
      const [inner, rare] = [build(def.innerType), byZod(schema)];
      return (value) => (value === undefined ? rare(value) : inner(value));
    }
    case "nullable": {
      const inner = build(def.innerType);
      return (value) => (value === null ? value : inner(value));
    }
    case "array":
      return arrayOf(build(def.element));
    case "object":
      return fillsIn(def) ? byZod(schema) : objectOf(def.shape, def.catchall);
    case "union":
      return "discriminator" in def && typeof def.discriminator === "string"
        ? taggedUnion(def.discriminator, def.options)
        : byZod(schema);
    default:
      return byZod(schema);
  }
}

/** Whether an object schema has defaults. */
function fillsIn({ shape }: z.core.$ZodObjectDef): boolean {
  return Object.values(shape).some((member) => member._zod.optin === "defaulted");
}

function taggedUnion(tag: string, options: readonly z.core.$ZodType[]): Check {
  const variants = new Map<unknown, Check>();
  for (const option of options) {
    for (const value of option._zod.propValues?.[tag] ?? []) variants.set(value, build(option));
  }
  return (value) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, tag)) return MISFIT;
    const variant = variants.get((value as Record<string, unknown>)[tag]); // own member, as just checked
    return variant ? variant(value) : MISFIT;
  };
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

function objectOf(shape: Readonly<Record<string, z.core.$ZodType>>, catchall: z.core.$ZodType | undefined): Check {
  const members = new Map(Object.entries(shape).map(([key, schema]) => [key, build(schema)]));
  const required = Object.keys(shape).filter((key) => shape[key]?._zod.optin === undefined);
  const others = catchall && build(catchall);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return MISFIT;
    const source = value as Record<string, unknown>; // an object, but not an array
    let changed = false;
    for (const key in source) {
      // Unknown members are dropped, and so is `__proto__`.
      const member = members.get(key) ?? (key === "__proto__" ? undefined : others);
      const checked = member === undefined ? undefined : member(source[key]);
      if (checked === MISFIT) return MISFIT;
      changed ||= member === undefined || checked !== source[key];
    }
    for (const key of required) if (!Object.hasOwn(source, key)) return MISFIT;
    if (!changed) return source;
    const copy: Record<string, unknown> = {};
    for (const [key, member] of members) if (Object.hasOwn(source, key)) copy[key] = member(source[key]);
    for (const key in source) if (others && !members.has(key) && key !== "__proto__") copy[key] = others(source[key]);
    return copy;
  };
}

function withChecks(schema: z.core.$ZodType, shape: Check): Check {
  // Checks are declared for the type of their schema, which the shape has established when they run.
  const checks = (schema._zod.def.checks ?? []) as z.core.$ZodCheck<unknown>[];
  if (checks.length === 0 || shape === byZodOf.get(schema)) return shape;
  return (value) => {
    const checked = shape(value);
    if (checked === MISFIT) return MISFIT;
    const payload: z.core.ParsePayload = { value: checked, issues: [] };
    for (const check of checks) {
      if (check._zod.def.when && !check._zod.def.when(payload)) continue;
      const pending = check._zod.check(payload);
      if (pending instanceof Promise || payload.issues.length > 0) return MISFIT;
    }
    return payload.value;
  };
}

// Schema kinds that are rare on the hot path are left to zod.
function byZod(schema: z.core.$ZodType): Check {
  const check: Check = (value) => {
    const result = schema._zod.run({ value, issues: [] }, { async: false });
    return result instanceof Promise || result.issues.length > 0 ? MISFIT : result.value;
  };
  byZodOf.set(schema, check);
  return check;
}
const byZodOf = new WeakMap<z.core.$ZodType, Check>();
