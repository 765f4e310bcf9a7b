import * as s from "../../schema/older-shapes.ts";
import { isCalendarTime } from "../../schemas/scalars.ts";

/**
 * An instant as the 0.x protocol versions write it: ISO 8601 with zero to nine fractional digits, in UTC (`Z`), with an offset, or
 * without a zone, which is read as UTC.
 */
export const TimestampSchema = s.string({
  accepts: (text) => ISO_8601.test(text) && isCalendarTime(text),
  expected: 'expected an ISO 8601 time such as "2025-08-01T09:15:00.250Z"',
});
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;
