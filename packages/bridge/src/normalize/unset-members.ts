import type { Schema } from "@a2a/types/internal/schema";

/**
 * In ProtoJSON an empty optional string is unset: a request whose context is `""` has no context. A value that needs no
 * change is returned as is.
 */
export function withoutEmpty<T>(schema: Schema, value: T): T {
  const { def } = schema;
  if (def.type === "optional") return withoutEmpty(def.inner, value);
  if (def.type !== "object") return value;
  const members = value as Record<string, unknown>; // what fits the schema of an object is one
  let kept: Record<string, unknown> | undefined;
  for (const name in members) {
    const present = members[name];
    const member = typeof present === "object" ? def.shape[name] : undefined;
    const set = member ? withoutEmpty(member, present) : present;
    if (set === present && set !== "") continue;
    kept ??= { ...members };
    if (set === "") delete kept[name];
    else kept[name] = set;
  }
  return (kept as T | undefined) ?? value; // the same but for members that may be absent
}
