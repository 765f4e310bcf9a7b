import { A2AError, type JsonValue } from "@a2a/types";
import type * as z from "zod";
import { compile, MISFIT } from "./fast-check.ts";
import { fieldViolations } from "./field-violations.ts";
import type { CodecOptions } from "./version-codec.ts";

/** Reads a wire value by its schema. */
export type Reader<T> = (wire: JsonValue, options?: CodecOptions) => T;

/**
 * Reads by a schema: what fits is taken at once; what does not is first brought into form by `mend`, unless reading is strict,
 * and checked again. What still does not fit is refused with the members that were wrong, in wire coordinates.
 */
export function reader<T>(
  schema: z.ZodType<T>,
  mend?: (wire: JsonValue, options?: CodecOptions) => JsonValue,
): Reader<T> {
  const fits = compile(schema);
  return (wire, options) => {
    const value = fits(wire);
    if (value !== MISFIT) return value;
    const mended = mend && !options?.strict ? mend(wire, options) : wire;
    const result = schema.safeParse(mended);
    if (result.success) return result.data;
    const violations = fieldViolations(result.error.issues, mended);
    const [first] = violations;
    const sentence = first && `Invalid parameters: ${first.field === "" ? "" : `${first.field}: `}${first.description}`;
    throw new A2AError("INVALID_PARAMS", sentence, { violations });
  };
}
