import * as z from "zod";

/** A required identifier or name: any text but the empty one, which in ProtoJSON means "not set". */
export const RequiredString = z.string().min(1, { error: "expected a non-empty string" });

/** A list of texts: tags, media types, names. */
export const StringListSchema = z.array(z.string());

/** An instant in UTC, as ProtoJSON writes it: `2026-03-01T09:15:00.250Z`, with zero to nine fractional digits. */
export const TimestampSchema = z
  .string()
  .refine((text) => TIMESTAMP.test(text) && isCalendarTime(text), {
    error: 'expected an RFC 3339 time in UTC such as "2026-03-01T09:15:00.250Z"',
  })
  .meta({ format: "date-time" });
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Whether the date and the time a text begins with exist; `Date.parse` alone takes 30 February for 2 March. */
export function isCalendarTime(text: string): boolean {
  const seconds = text.slice(0, 19);
  const instant = Date.parse(`${seconds}Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(seconds);
}

/** Bytes in standard base64 with padding. */
export const Base64Schema = z
  .string()
  .refine((text) => text.length % 4 === 0 && BASE64.test(text), { error: "expected standard base64 with padding" })
  .meta({ contentEncoding: "base64" });
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A 32-bit integer, zero or more. */
export const CountSchema = z.int().min(0).max(2_147_483_647);
