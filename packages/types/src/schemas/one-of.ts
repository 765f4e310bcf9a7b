import { type Infer, ObjectSchema, type Shape } from "../schema/schema.ts";
import { type ObjectOf, optional } from "../schema/shapes.ts";

type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;

/** The union for a protobuf `oneof`: objects with exactly one of the content members, which lack the others. */
export type OneOf<Content extends Shape, Shared extends Shape> = {
  [K in keyof Content]: Flat<
    { [P in K]: Infer<Content[P]> } & { [P in Exclude<keyof Content, K>]?: never } & ObjectOf<Shared>
  >;
}[keyof Content];

/**
 * An object that holds exactly one of the `content` members, and any of the `shared` ones. A plain union of objects would
 * accept `{ text, url }` and silently drop the `url`.
 */
export function oneOf<Content extends Shape, Shared extends Shape>(
  content: Content,
  shared: Shared,
): ObjectSchema<OneOf<Content, Shared>, Content & Shared> {
  const names = Object.keys(content);
  const members = Object.fromEntries(Object.entries(content).map(([name, schema]) => [name, optional(schema)]));
  const refuse = (value: object) => {
    let count = 0;
    for (const name of names) if (Object.hasOwn(value, name)) count += 1;
    if (count === 1) return undefined;
    const found = names.filter((name) => Object.hasOwn(value, name)).join(" and ") || "none";
    return `expected exactly one of ${names.join(", ")}; found ${found}`;
  };
  return new ObjectSchema<OneOf<Content, Shared>, Content & Shared>(
    { type: "object", shape: { ...members, ...shared } },
    { rule: { refuse }, meta: { oneOf: names.map((name) => ({ required: [name] })) } },
  );
}
