import { A2AError, type FieldViolation, type JsonValue } from "@a2a/types";
import type * as z from "zod";
import { compile, MISFIT } from "./fast-check.ts";
import { fieldViolations } from "./field-violations.ts";
import type { CodecOptions } from "./version-codec.ts";

/** Reads a wire value by its schema. */
export type Reader<T> = (wire: JsonValue, options?: CodecOptions) => T;

/**
 * Reads by a schema: what fits to the letter is taken at once. What does not, be it only by a member the schema does not know, is
 * first brought into form by `mend` and checked again. What still does not fit is refused with the members that were wrong, in
 * wire coordinates.
 */
export function reader<T>(schema: z.ZodType<T>, mend: Reader<JsonValue> = (wire) => wire): Reader<T> {
  const fits = compile(schema);
  return (wire, options) => {
    const value = fits(wire);
    if (value === wire) return value as T; // a fitting value that needed no change
    const mended = mend(wire, options);
    const checked = mended === wire ? value : fits(mended);
    if (checked !== MISFIT) return checked;
    throw misfit(fieldViolations(schema.safeParse(mended).error?.issues ?? []));
  };
}

/** A refusal that names the members that were wrong. */
export function misfit(violations: FieldViolation[]): A2AError {
  const [first] = violations;
  const sentence = first && `Invalid parameters: ${first.field === "" ? "" : `${first.field}: `}${first.description}`;
  return new A2AError("INVALID_PARAMS", sentence, { violations });
}

/** A step that is left out when reading is strict. */
export function unlessStrict(mend: Reader<JsonValue>): Reader<JsonValue> {
  return (wire, options) => (options?.strict ? wire : mend(wire, options));
}
