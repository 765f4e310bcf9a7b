/** Whether a text is a timestamp of older protocol versions: ISO 8601, with or without a zone. */
export function isOlderTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/.test(text);
}
