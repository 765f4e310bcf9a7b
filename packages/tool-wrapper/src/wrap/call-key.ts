/**
 * Derives an idempotency key from the id that a framework gave a tool call. Some providers
 * only count their calls: such an id means another call in the next conversation, so it is not used.
 */
export function callKey(id: string | undefined): { idempotencyKey?: string } {
  return id !== undefined && id.length >= 16 ? { idempotencyKey: id } : {};
}
