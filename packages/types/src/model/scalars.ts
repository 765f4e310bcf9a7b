import * as z from "zod";

/** A required identifier or name: any text but the empty one, which in ProtoJSON means "not set". */
export const RequiredString = z.string().min(1, { error: "expected a non-empty string" });

/** An instant in UTC, as ProtoJSON writes it: `2026-03-01T09:15:00.250Z`, with zero to nine fractional digits. */
export const TimestampSchema = z.string().refine((text) => TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text)), {
  error: 'expected an RFC 3339 time in UTC such as "2026-03-01T09:15:00.250Z"',
});
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Bytes in standard base64 with padding. */
export const Base64Schema = z
  .string()
  .refine((text) => text.length % 4 === 0 && BASE64.test(text), { error: "expected standard base64 with padding" });
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A 32-bit integer, zero or more. */
export const CountSchema = z.int().min(0).max(2_147_483_647);
