import { describe, expect, it } from "vitest";
import type { Schema } from "../../src/internal/schema.ts";

/** Stands for a member that is taken away. */
export const ABSENT = Symbol("absent");

/** A wrong neighbour: the example with one place changed, and where the error has to point (by default to that place). */
export type Wrong = readonly [place: string, value: unknown, path?: string];

/** An example of a schema, and its wrong neighbours. */
export interface Row {
  example: unknown;
  /** What parsing the example gives, where defaults are filled in. */
  gives?: unknown;
  /** The value is a map or free-form, so that there are no unknown members. */
  open?: true;
  wrong: readonly [Wrong, Wrong, Wrong, ...Wrong[]];
}

/** A row for every schema of an entry point: one that is forgotten does not compile. */
export type Rows<Entry> = { [Name in keyof Entry as Entry[Name] extends Schema ? Name : never]: Row };

/** Runs a table: every example is accepted as it is, every wrong neighbour refused at the right place. */
export function describeSchemas<Entry extends object>(entry: Entry, rows: Rows<Entry>): void {
  for (const [name, row] of Object.entries<Row>(rows)) {
    const schema = schemaOf(entry, name);
    const expected = "gives" in row ? row.gives : row.example;
    describe(name, () => {
      it("accepts its example", () => {
        expect(schema.parse(row.example)).toStrictEqual(expected);
      });
      if (isPlainObject(row.example) && !row.open) {
        const withMore = { ...row.example, "x-unknown": [1] };
        it("drops members it does not know", () => {
          expect(schema.parse(withMore)).toStrictEqual(expected);
        });
      }
      it.each(row.wrong.map((wrong) => [title(wrong), wrong] as const))("refuses %s", (_, wrong) => {
        const [place, value, path = place] = wrong;
        const result = schema.safeParse(change(row.example, place, value));
        expect(result.error?.issues.map((issue) => issue.path.join("."))).toContain(path);
      });
    });
  }
}

/** A schema of an entry point by its name. */
export function schemaOf(entry: object, name: string): Schema {
  // The keys of a table are the names of schemas, by its type.
  return Reflect.get(entry, name) as Schema;
}

function title([place, value]: Wrong): string {
  const shown = value === ABSENT ? "absent" : typeof value === "object" ? JSON.stringify(value) : String(value);
  return `${place || "itself"} = ${shown}`;
}

/** The example with one place changed. */
export function change(example: unknown, place: string, value: unknown): unknown {
  if (place === "") return value;
  const copy = structuredClone(example);
  const names = place.split(".");
  const last = names.pop() ?? "";
  let at = copy;
  for (const name of names) {
    const inner: unknown = isContainer(at) ? Reflect.get(at, name) : undefined;
    if (!isContainer(inner)) throw new Error(`the example has no ${place}`);
    at = inner;
  }
  if (!isContainer(at)) throw new Error(`the example has no ${place}`);
  if (value === ABSENT && !Reflect.has(at, last)) throw new Error(`the example has no ${place} to take away`);
  if (value === ABSENT) Reflect.deleteProperty(at, last);
  else Reflect.set(at, last, value);
  return copy;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isPlainObject(value: unknown): value is object {
  return isContainer(value) && !Array.isArray(value);
}
