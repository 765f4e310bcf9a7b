import type { JsonValue } from "../json/json.ts";
import { type Definition, type EnumSchema, type Infer, ObjectSchema, Schema, type Shape } from "./schema.ts";
import { choice, type ObjectOf, object } from "./shapes.ts";

// Kinds of schemas that the model has no use for. Bundles that load the wire formats of older versions on demand leave them out.

export * from "./shapes.ts";

/** One text. */
export function literal<const T extends string>(value: T): EnumSchema<T> {
  return choice([value]);
}

/** A value or `null`. */
export function nullable<T>(inner: Schema<T>): Schema<T | null> {
  return new Schema<T | null>({ type: "nullable", inner });
}

/** A member with a default: a value, or what makes one. It is read like a value that is there. */
export function withDefault<T>(inner: Schema<T>, value: JsonValue | (() => JsonValue)): Schema<T> {
  return new Schema<T>({ type: "default", inner, create: typeof value === "function" ? value : () => value });
}

/** An object without some of its members. */
export function omit<S extends Shape, Name extends string & keyof S>(
  { shape }: ObjectSchema<unknown, S>,
  ...names: readonly Name[]
): ObjectSchema<ObjectOf<Omit<S, Name>>, Omit<S, Name>> {
  const kept = Object.entries(shape).filter(([name]) => !names.some((other) => other === name));
  return object(Object.fromEntries(kept) as unknown as Omit<S, Name>); // those members are gone
}

/** An object that keeps the members which are not in its shape, if their values fit. */
export function withOthers<T, S extends Shape, Other>(
  { shape }: ObjectSchema<T, S>,
  others: Schema<Other>,
): ObjectSchema<T & Record<string, Other>, S> {
  return new ObjectSchema<T & Record<string, Other>, S>({ type: "object", shape, others });
}

/** One of several objects; the value of a member says which. */
export function union<const Options extends readonly ObjectSchema[]>(
  tag: string,
  options: Options,
): UnionSchema<Infer<Options[number]>, Options> {
  return new UnionSchema<Infer<Options[number]>, Options>({ type: "union", tag, options });
}

/** The schema of one of several objects; the value of a member says which. */
export class UnionSchema<
  out T = unknown,
  out Options extends readonly ObjectSchema[] = readonly ObjectSchema[],
> extends Schema<T> {
  declare readonly def: Extract<Definition, { type: "union" }>;

  /** The objects. */
  get options(): Options {
    return this.def.options as unknown as Options; // as it was constructed
  }
}
