/** A media type without its parameters, in lower case. */
export function mediaType(header: string | undefined): string {
  const end = header?.indexOf(";") ?? -1;
  return (end < 0 ? (header ?? "") : (header ?? "").slice(0, end)).trim().toLowerCase();
}

/** Whether a `Content-Type` denotes JSON that the protocol's bindings accept; a missing header counts as JSON. */
export function isJsonType(header: string | undefined): boolean {
  if (header === "application/json") return true;
  const type = mediaType(header);
  return type === "" || type === "application/json" || type === "application/a2a+json";
}

/** The media type of an HTTP+JSON response: `own`, or plain JSON for a caller that does not accept that. */
export function answerType(accept: string | undefined, own: string): string {
  if (accept === undefined || own === "application/json") return own;
  const accepted = accept.split(",").map(mediaType);
  const acceptsOwn = accepted.some((type) => type === own || type === "application/*" || type === "*/*");
  const isPlain = accepted.includes("application/json") || acceptsOnlyEvents(accept);
  return isPlain && !acceptsOwn ? "application/json" : own;
}

/** Whether an `Accept` header names event streams and nothing else. One HTTP client adds its default wildcard. */
export function acceptsOnlyEvents(accept: string | undefined): boolean {
  const named = accept?.split(",").filter((type) => mediaType(type) !== "*/*") ?? [];
  return named.length > 0 && named.every((type) => mediaType(type) === "text/event-stream");
}
