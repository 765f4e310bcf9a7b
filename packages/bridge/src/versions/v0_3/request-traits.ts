import { isJsonObject, type JsonObject } from "@a2a/types";
import type { RequestTraits } from "../../codec/defer-codec.ts";
import { methods, routes } from "./names.ts";

/** How requests of 0.3 are recognized. */
export const requestTraits = { operations: methods, routes, ownsBody } as const satisfies RequestTraits;

/** A message of 0.3 is tagged by a `kind`, as are its parts, or has `content` for parts and may be called `request`. */
function ownsBody({ message, request }: JsonObject): boolean {
  const sent = [message, request].find(isJsonObject);
  if (sent === undefined) return false;
  if (isJsonObject(request) || typeof sent.kind === "string" || Array.isArray(sent.content)) return true;
  return Array.isArray(sent.parts) && sent.parts.some((part) => isJsonObject(part) && typeof part.kind === "string");
}
