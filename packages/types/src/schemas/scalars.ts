import * as s from "../schema/shapes.ts";

/** A required identifier or name: any text but the empty one, which in ProtoJSON means "not set". */
export const RequiredString = s.string({
  accepts: (text) => text !== "",
  expected: "expected a non-empty string",
  meta: { minLength: 1 },
});

/** A text that may be absent. */
export const OptionalString = s.optional(s.string());

/** A flag that may be absent. */
export const OptionalBoolean = s.optional(s.boolean());

/** A list of texts: tags, media types, names. */
export const StringListSchema = s.array(s.string());

/** A list of texts that may be absent. */
export const OptionalStringList = s.optional(StringListSchema);

/** An instant in UTC, as ProtoJSON writes it: `2026-03-01T09:15:00.250Z`, with zero to nine fractional digits. */
export const TimestampSchema = s.string({
  accepts: (text) => TIMESTAMP.test(text) && isCalendarTime(text),
  expected: 'expected an RFC 3339 time in UTC such as "2026-03-01T09:15:00.250Z"',
  meta: { format: "date-time" },
});
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Whether the date and the time a text begins with exist. By arithmetic: every status carries a time, and a `Date` costs ten times as much. */
export function isCalendarTime(text: string): boolean {
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month] ?? 0);
  return day >= 1 && day <= days && twoDigits(text, 11) <= 23 && twoDigits(text, 14) <= 59 && twoDigits(text, 17) <= 59;
}
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number two digits of a text write; `NaN` if they are not digits. */
function twoDigits(text: string, at: number): number {
  const [tens, units] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN;
}

/** Bytes in standard base64 with padding. */
export const Base64Schema = s.string({
  accepts: (text) => text.length % 4 === 0 && BASE64.test(text),
  expected: "expected standard base64 with padding",
  meta: { contentEncoding: "base64" },
});
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A 32-bit integer, zero or more. */
export const CountSchema = s.integer({ min: 0, max: 2_147_483_647 });
