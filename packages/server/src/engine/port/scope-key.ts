import type { Scope } from "./task-engine.ts";

/** A scope as text, different from that of every other. Files of a sharded engine are found by it, so it must not change. */
export function scopeKey({ tenant, owner }: Scope): string {
  return `${tenant.length} ${tenant}${owner}`;
}

/** An id within a scope as text, different from every id of every other scope. */
export function scopedKey(scope: Scope, id: string): string {
  const key = scopeKey(scope);
  return `${key.length} ${key}${id}`;
}
