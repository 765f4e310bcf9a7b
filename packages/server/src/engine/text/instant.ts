/**
 * An RFC 3339 timestamp in UTC as microseconds since 1970, a safe integer: timestamps are compared as instants, regardless of their
 * precision. Digits beyond the sixth are ignored. Throws `TypeError` for any other text.
 */
export function microsOf(timestamp: string): number {
  const match = TIMESTAMP.exec(timestamp);
  const seconds = match ? Date.parse(`${match[1]}Z`) : Number.NaN;
  if (!match || Number.isNaN(seconds)) {
    const shown = JSON.stringify(timestamp).slice(0, 80);
    throw new TypeError(`expected an RFC 3339 time in UTC such as "2026-03-01T09:15:00.250Z", got ${shown}`);
  }
  return seconds * 1_000 + Number((match[2] ?? "").padEnd(6, "0").slice(0, 6));
}
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;

/** A time in milliseconds since 1970 as RFC 3339 text with three fractional digits. */
export function timestampOf(millis: number): string {
  if (millis !== latestMillis) {
    latest = new Date(millis).toISOString();
    latestMillis = millis;
  }
  return latest;
}
// Events of one millisecond share the string.
let latestMillis: number | undefined;
let latest = "";
