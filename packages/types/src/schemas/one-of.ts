import * as z from "zod/mini";

type Shape = Record<string, z.ZodMiniType>;
type Flat<T> = { [K in keyof T]: T[K] };
// The output of an empty zod object is `Record<string, never>`, which would forbid the content members.
type Members<S extends Shape> = [keyof S] extends [never] ? unknown : z.output<z.ZodMiniObject<S>>;

/** The union for a protobuf `oneof`: objects with exactly one of the content members, which TypeScript narrows by `in`. */
export type OneOf<Content extends Shape, Shared extends Shape> = {
  [K in keyof Content]: Flat<{ [P in K]: z.output<Content[P]> } & Members<Shared>>;
}[keyof Content];

/** The schema of such a union. */
export interface ZodOneOf<Content extends Shape, Shared extends Shape>
  extends z.ZodMiniType<OneOf<Content, Shared>, OneOf<Content, Shared>> {}

/**
 * An object that holds exactly one of the `content` members, and any of the `shared` ones. A plain union of objects would
 * accept `{ text, url }` and silently drop the `url`.
 */
export function oneOf<Content extends Shape, Shared extends Shape>(
  content: Content,
  shared: Shared,
): ZodOneOf<Content, Shared> {
  const names = Object.keys(content);
  const optional = Object.fromEntries(Object.entries(content).map(([name, schema]) => [name, z.exactOptional(schema)]));
  const schema = z.object({ ...optional, ...shared }).check((payload) => {
    const present = names.filter((name) => Object.hasOwn(payload.value, name));
    if (present.length === 1) return;
    const found = present.length === 0 ? "none" : present.join(" and ");
    payload.issues.push({
      code: "custom",
      message: `expected exactly one of ${names.join(", ")}; found ${found}`,
      input: payload.value,
    });
  });
  // The object type has every member optional; the check above makes it the union, which zod cannot express.
  return schema.check(z.meta({ oneOf: names })) as unknown as ZodOneOf<Content, Shared>;
}
