import { isJsonObject, type JsonObject } from "@a2a/types";
import { randomId } from "../codec/scalars.ts";
import type { CodecOptions } from "../codec/version-codec.ts";
import type { Normalize } from "./read.ts";

/** A normalization of objects; other values are left for the schema to reject. */
export function forObject(change: (wire: JsonObject, options?: CodecOptions) => JsonObject): Normalize {
  return (wire, options) => (isJsonObject(wire) ? change(wire, options) : wire);
}

/** A default for a missing required member. */
export function withDefault(name: string, protoName: string, create: (options?: CodecOptions) => string): Normalize {
  return forObject((wire, options) =>
    wire[name] == null && wire[protoName] == null ? { ...wire, [name]: create(options) } : wire,
  );
}

/** A new id. */
export function newId(options?: CodecOptions): string {
  return (options?.createId ?? randomId)();
}

/** A name of an enum as protocol versions without enums spell it: `input-required`, `user`; with one L or two. */
export function looseEnum(names: readonly string[], prefix: string): Normalize {
  const bare = (name: string) => name.replace(prefix, "").replace("CANCELLED", "CANCELED");
  return (wire) => {
    if (typeof wire !== "string" || names.includes(wire)) return wire;
    const meant = bare(wire.toUpperCase().replaceAll("-", "_"));
    return names.find((name) => bare(name) === meant) ?? wire;
  };
}
