/**
 * The id a framework gave a call of a tool, as the name by which the agent recognises the call when it is repeated. Some providers
 * only count their calls: such an id means another call in the next conversation, and none is better.
 */
export function callKey(id: string | undefined): { idempotencyKey?: string } {
  return id !== undefined && id.length >= 16 ? { idempotencyKey: id } : {};
}
