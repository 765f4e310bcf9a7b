import type { JsonObject } from "../json/json.ts";
import { type Check, compile, MISFIT } from "./compile.ts";
import { explain } from "./explain.ts";

/** One reason why a value does not fit a schema: where, and what was expected there. */
export interface Issue {
  /** The members and indexes that lead to the place. */
  readonly path: readonly (string | number)[];
  /** `expected string, received number`. The value itself is never part of it, since it may be a secret. */
  readonly message: string;
}

/** The result of reading a value: the value as the schema describes it, without unknown members, or the reasons why it does not fit. */
export type Parsed<T> =
  | { readonly success: true; readonly data: T; readonly error?: never }
  | { readonly success: false; readonly error: SchemaError; readonly data?: never };

/** A value does not fit a schema. */
export class SchemaError extends Error {
  /** The reasons, in the order of the members. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message)).join("; "));
    this.name = "SchemaError";
    this.issues = issues;
  }
}

/** The description of a schema. Members of objects that are not in the shape are dropped, unless `others` describes them. */
export type Definition =
  | { readonly type: "string" | "boolean" }
  | { readonly type: "integer"; readonly min: number; readonly max: number }
  | { readonly type: "enum"; readonly values: readonly string[] }
  | { readonly type: "optional" | "nullable"; readonly inner: Schema }
  | { readonly type: "default"; readonly inner: Schema; readonly create: () => unknown }
  | { readonly type: "array"; readonly element: Schema }
  | { readonly type: "record"; readonly value: Schema }
  | { readonly type: "object"; readonly shape: Shape; readonly others?: Schema | undefined }
  | { readonly type: "union"; readonly tag: string; readonly options: readonly ObjectSchema[] }
  | { readonly type: "custom"; readonly accepts: (value: unknown) => boolean; readonly expected: string };

/** A condition beside the type of a value. */
export interface Rule {
  /** Says which value was expected, if the value does not meet the condition. */
  readonly refuse: (value: never) => string | undefined;
}

/** The members of an object. */
export type Shape = Readonly<Record<string, Schema>>;

/**
 * The schema of a JSON value: a plain description that checks values, explains what is wrong with them, and can be written as JSON Schema.
 * It implements Standard Schema, so that other libraries take it where they take a schema.
 */
export class Schema<out T = unknown> {
  readonly def: Definition;
  readonly rule: Rule | undefined;
  /** Members for the JSON Schema. */
  readonly meta: JsonObject;
  #check: Check | undefined;

  constructor(def: Definition, { rule, meta = {} }: { rule?: Rule | undefined; meta?: JsonObject | undefined } = {}) {
    this.def = def;
    this.rule = rule;
    this.meta = meta;
  }

  /** The check, which is compiled when it is first used, so that a schema that is not used costs nothing. */
  get check(): Check {
    this.#check ??= compile(this);
    return this.#check;
  }

  /**
   * The value as this schema describes it, or `MISFIT`. The fast way: it gives no reasons, and returns a value that needs no change as is.
   */
  fit(value: unknown): T | typeof MISFIT {
    return this.check(value) as T | typeof MISFIT; // the check was compiled from this schema
  }

  /** Reads a value. */
  safeParse(value: unknown): Parsed<T> {
    const data = this.fit(value);
    return data === MISFIT ? { success: false, error: new SchemaError(explain(this, value)) } : { success: true, data };
  }

  /** Reads a value. Throws a `SchemaError` that says everything that is wrong with it. */
  parse(value: unknown): T {
    const read = this.safeParse(value);
    if (read.success) return read.data;
    throw read.error;
  }

  /** The interface of Standard Schema. */
  get "~standard"() {
    return {
      version: 1 as const,
      vendor: "a2a",
      validate: (value: unknown): { value: T } | { issues: readonly Issue[] } => {
        const read = this.safeParse(value);
        return read.success ? { value: read.data } : { issues: read.error.issues };
      },
    };
  }
}

/** The type of the values that a schema accepts. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

/** The schema of an object. */
export class ObjectSchema<out T = unknown, out S extends Shape = Shape> extends Schema<T> {
  declare readonly def: Extract<Definition, { type: "object" }>;

  /** The members. */
  get shape(): S {
    return this.def.shape as S; // as it was constructed
  }
}

/** The schema of a member that may be absent. */
export class OptionalSchema<out T = unknown> extends Schema<T> {
  declare readonly def: Extract<Definition, { type: "optional" | "nullable" }>;
  declare readonly isOptional: true;

  /** The schema of a value that is there. */
  get inner(): Schema<T> {
    return this.def.inner as Schema<T>; // as it was constructed
  }
}

/** The schema of an object whose members all have values of one type. */
export class RecordSchema<out T = unknown> extends Schema<Record<string, T>> {
  declare readonly def: Extract<Definition, { type: "record" }>;

  /** The schema of the values. */
  get value(): Schema<T> {
    return this.def.value as Schema<T>; // as it was constructed
  }
}

/** The schema of one of several texts. */
export class EnumSchema<out T extends string = string> extends Schema<T> {
  /** The texts. */
  get options(): readonly T[] {
    return (this.def as Extract<Definition, { type: "enum" }>).values as readonly T[]; // as it was constructed
  }
}
