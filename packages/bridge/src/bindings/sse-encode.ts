/** One event of an event stream as text. The data is JSON on one line, so its content cannot inject a line or field. */
export function sseEvent(json: string, id?: number | string, event?: string): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return id === undefined ? `${name}data: ${json}\n\n` : `${name}id: ${id}\ndata: ${json}\n\n`;
}

/** A comment, which keeps a connection alive and is ignored by readers. */
export function sseComment(text: string): string {
  return `: ${text.replace(/[\r\n]+/g, " ")}\n\n`;
}

/** The reconnection delay for readers. */
export function sseRetry(retryMs: number): string {
  return `retry: ${Math.max(0, Math.round(retryMs))}\n\n`;
}
