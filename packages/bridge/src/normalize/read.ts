import { A2AError, type FieldViolation, type JsonValue } from "@a2a/types";
import type * as z from "zod";
import type { CodecOptions } from "../codec/version-codec.ts";
import { compile, MISFIT } from "./fast-check.ts";
import { fieldViolations } from "./field-violations.ts";

/** Reads a wire value by its schema. */
export type Reader<T> = (wire: JsonValue, options?: CodecOptions) => T;

/** Rewrites a wire value in the form its schema expects, where peers are known to deviate; other values stay as they are. */
export type Normalize = Reader<JsonValue>;

/**
 * Reads by a schema: what fits to the letter is taken at once. What does not, be it only by a member the schema does not know, is
 * rewritten by `normalize` and checked again. What still does not fit is refused with the members that were wrong, in
 * wire coordinates.
 */
export function reader<T>(schema: z.ZodType<T>, normalize: Normalize = (wire) => wire): Reader<T> {
  const fits = compile(schema);
  return (wire, options) => {
    const value = fits(wire);
    if (value === wire) return value as T; // a fitting value that needed no change
    const normalized = normalize(wire, options);
    const checked = normalized === wire ? value : fits(normalized);
    if (checked !== MISFIT) return checked;
    throw misfit(fieldViolations(schema.safeParse(normalized).error?.issues ?? []));
  };
}

/** A refusal that names the members that were wrong. */
export function misfit(violations: FieldViolation[]): A2AError {
  const [first] = violations;
  const sentence = first && `Invalid parameters: ${first.field === "" ? "" : `${first.field}: `}${first.description}`;
  return new A2AError("INVALID_PARAMS", sentence, { violations });
}

/** A step that is left out when reading is strict. */
export function unlessStrict(normalize: Normalize): Normalize {
  return (wire, options) => (options?.strict ? wire : normalize(wire, options));
}
