import { A2AError, type FieldViolation, type JsonValue } from "@a2a/types";
import { explain, MISFIT, type Schema } from "@a2a/types/internal/schema";
import type { CodecOptions } from "../codec/version-codec.ts";
import { fieldViolations } from "./field-violations.ts";

/** Reads a wire value by its schema. */
export type Reader<T> = (wire: JsonValue, options?: CodecOptions) => T;

/** Rewrites known deviations of peers into the form the schema expects; other values stay unchanged. */
export type Normalize = Reader<JsonValue>;

/**
 * Reads by a schema. A value that matches exactly is accepted. Any other value, even if only by an unknown member, is
 * rewritten by `normalize` and checked again. A value that is still invalid is rejected with its invalid fields, by
 * wire path.
 */
export function reader<T>(schema: Schema<T>, normalize: Normalize = (wire) => wire): Reader<T> {
  return (wire, options) => {
    const value = schema.fit(wire);
    if (value === wire) return value as T; // a valid value that needed no change
    const normalized = normalize(wire, options);
    const checked = normalized === wire ? value : schema.fit(normalized);
    if (checked !== MISFIT) return checked;
    throw misfit(fieldViolations(explain(schema, normalized)));
  };
}

/** An error that names the invalid fields. */
export function misfit(violations: FieldViolation[]): A2AError {
  const [first] = violations;
  const sentence = first && `Invalid parameters: ${first.field === "" ? "" : `${first.field}: `}${first.description}`;
  return new A2AError("INVALID_PARAMS", sentence, { violations });
}
