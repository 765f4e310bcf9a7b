import type { JsonObject } from "../json/json.ts";
import {
  type Definition,
  EnumSchema,
  type Infer,
  ObjectSchema,
  OptionalSchema,
  RecordSchema,
  type Rule,
  Schema,
  type Shape,
} from "./schema.ts";

export type { Infer } from "./schema.ts";

/** A condition with the sentence that says what is expected, and members for the JSON Schema. */
export interface TextRule {
  readonly accepts?: (text: string) => boolean;
  readonly expected?: string;
  readonly meta?: JsonObject;
}

/** A text, under a condition if one is given. */
export function string({ accepts, expected, meta }: TextRule = {}): Schema<string> {
  const rule: Rule | undefined = accepts && { refuse: (text: string) => (accepts(text) ? undefined : expected) };
  return new Schema<string>({ type: "string" }, { rule, meta });
}

/** `true` or `false`. */
export function boolean(): Schema<boolean> {
  return new Schema<boolean>({ type: "boolean" });
}

/** An integer within bounds. */
export function integer({ min = -MAX, max = MAX }: { min?: number; max?: number } = {}): Schema<number> {
  return new Schema<number>({ type: "integer", min, max });
}
const MAX = Number.MAX_SAFE_INTEGER;

/** One of several texts. */
export function choice<const T extends string>(values: readonly T[]): EnumSchema<T> {
  return new EnumSchema<T>({ type: "enum", values });
}

/** A member that may be absent; `undefined` is not a value. */
export function optional<T>(inner: Schema<T>): OptionalSchema<T> {
  return new OptionalSchema<T>({ type: "optional", inner });
}

/** A list. An error for a list that is too short says `expected`. */
export function array<T>(element: Schema<T>, rule?: { readonly min: 1; readonly expected: string }): Schema<T[]> {
  if (rule === undefined) return new Schema<T[]>({ type: "array", element });
  const refuse = (list: readonly T[]) => (list.length >= rule.min ? undefined : rule.expected);
  return new Schema<T[]>({ type: "array", element }, { rule: { refuse }, meta: { minItems: rule.min } });
}

/** An object whose members all have values of one type. */
export function record<T>(value: Schema<T>): RecordSchema<T> {
  return new RecordSchema<T>({ type: "record", value });
}

/** An object. Members that are not in the shape are dropped. */
export function object<S extends Shape>(shape: S): ObjectSchema<ObjectOf<S>, S> {
  return new ObjectSchema<ObjectOf<S>, S>({ type: "object", shape });
}

/** The object of a shape: its optional members may be absent. */
export type ObjectOf<S extends Shape> = Flat<
  { [K in keyof S as S[K] extends OptionalSchema ? never : K]: Infer<S[K]> } & {
    [K in keyof S as S[K] extends OptionalSchema ? K : never]?: Infer<S[K]>;
  }
>;
type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;

/** An object with further members, or with other schemas for some. */
export function extend<S extends Shape, More extends Shape>(
  { shape }: ObjectSchema<unknown, S>,
  more: More,
): ObjectSchema<ObjectOf<Omit<S, keyof More> & More>, Omit<S, keyof More> & More> {
  // The spread has the members of both, and those of `more` win.
  return object({ ...shape, ...more } as unknown as Omit<S, keyof More> & More);
}

/** A value that a function accepts. `expected` says what is expected. */
export function custom<T>(accepts: (value: unknown) => boolean, expected: string, meta?: JsonObject): Schema<T> {
  const def: Definition = { type: "custom", accepts, expected };
  return new Schema<T>(def, { meta });
}
