import { isJsonObject, type JsonObject } from "@a2a/types";
import type { Repair } from "./proto-json.ts";
import { randomId } from "./scalars.ts";
import type { CodecOptions } from "./version-codec.ts";

/** A repair of objects; everything else is left for the schema to refuse. */
export function forObject(change: (wire: JsonObject, options?: CodecOptions) => JsonObject): Repair {
  return (wire, options) => (isJsonObject(wire) ? change(wire, options) : wire);
}

/** A member that is required and left out all the same. */
export function withDefault(name: string, protoName: string, create: (options?: CodecOptions) => string): Repair {
  return forObject((wire, options) =>
    wire[name] == null && wire[protoName] == null ? { ...wire, [name]: create(options) } : wire,
  );
}

/** A fresh id. */
export function newId(options?: CodecOptions): string {
  return (options?.createId ?? randomId)();
}

/** A name of an enum as generations without enums spell it: `input-required`, `user`; with one L or two. */
export function looseEnum(names: readonly string[], prefix: string): Repair {
  const bare = (name: string) => name.replace(prefix, "").replace("CANCELLED", "CANCELED");
  return (wire) => {
    if (typeof wire !== "string" || names.includes(wire)) return wire;
    const meant = bare(wire.toUpperCase().replaceAll("-", "_"));
    return names.find((name) => bare(name) === meant) ?? wire;
  };
}
