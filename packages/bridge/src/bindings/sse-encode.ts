/** One event of an event stream as text. The data is JSON on one line, so nothing in it can end the line or start a field. */
export function sseEvent(json: string, id?: number | string, event?: string): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return id === undefined ? `${name}data: ${json}\n\n` : `${name}id: ${id}\ndata: ${json}\n\n`;
}

/** A comment, which keeps a connection alive and which readers ignore. */
export function sseComment(text: string): string {
  return `: ${text.replace(/[\r\n]+/g, " ")}\n\n`;
}

/** Tells readers how long to wait before they connect again. */
export function sseRetry(retryMs: number): string {
  return `retry: ${Math.max(0, Math.round(retryMs))}\n\n`;
}
