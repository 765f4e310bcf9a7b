import { pause } from "@a2a/types";
import { scopeKey } from "./port/scope-key.ts";
import type { ReadyOptions, Scope, TaskEngine, WebhookFilter } from "./port/task-engine.ts";

/** How long to wait before asking a failed engine for work again. */
const RETRY_MS = 1_000;

/**
 * Spreads tasks over any number of engines, by rendezvous hashing of their scope. Everything that a caller can access is in one
 * scope, so every call goes to one engine. Turns and webhooks are claimed from all engines.
 *
 * The position in the list identifies an engine. A new engine at the end of the list takes over its share of the scopes from all others;
 * you have to move the existing data of these scopes.
 *
 * @param options.keyOf What determines the shard of a scope: all data of one key is in one shard. Default: tenant and owner.
 *
 * @example
 * const engine = shardedEngine([await createPostgresEngine({ connectionString: one }), await createPostgresEngine({ connectionString: two })]);
 */
export function shardedEngine(
  engines: readonly TaskEngine[],
  options: { keyOf?: (scope: Scope) => string } = {},
): TaskEngine {
  const { keyOf = scopeKey } = options;
  if (engines.length === 0) throw new TypeError("expected at least one engine");
  const of = (scope: Scope) => engines[shardOf(keyOf(scope), engines.length)] as TaskEngine; // the index is within the list
  let first = 0;
  const claimFrom = async <Claim>(limit: number, claim: (engine: TaskEngine, limit: number) => Promise<Claim[]>) => {
    const claims: Claim[] = [];
    const errors: unknown[] = [];
    // Start with a different engine each time.
    first = (first + 1) % engines.length;
    for (const engine of [...engines.slice(first), ...engines.slice(0, first)]) {
      if (claims.length >= limit) break;
      await claim(engine, limit - claims.length).then(
        (some) => claims.push(...some),
        (error: unknown) => errors.push(error),
      );
    }
    // A database that is down must not block the others.
    if (errors.length === engines.length) throw errors[0];
    return claims;
  };
  return {
    begin: (command) => of(command.scope).begin(command),
    get: (scope, ...rest) => of(scope).get(scope, ...rest),
    summary: (scope, id) => of(scope).summary(scope, id),
    resolveAlias: (scope, alias) => of(scope).resolveAlias(scope, alias),
    taskAt: (scope, ...rest) => of(scope).taskAt(scope, ...rest),
    list: (scope, query) => of(scope).list(scope, query),
    contextHistory: (scope, ...rest) => of(scope).contextHistory(scope, ...rest),
    subscribe: (scope, ...rest) => of(scope).subscribe(scope, ...rest),
    waitFor: (scope, ...rest) => of(scope).waitFor(scope, ...rest),
    cancel: (scope, ...rest) => of(scope).cancel(scope, ...rest),
    setWebhook: (scope, ...rest) => of(scope).setWebhook(scope, ...rest),
    getWebhook: (scope, ...rest) => of(scope).getWebhook(scope, ...rest),
    listWebhooks: (scope, taskId) => of(scope).listWebhooks(scope, taskId),
    deleteWebhook: (scope, ...rest) => of(scope).deleteWebhook(scope, ...rest),
    claim: (limit) => claimFrom(limit, (engine, some) => engine.claim(some)),
    claimWebhooks: (limit, filter?: WebhookFilter) =>
      claimFrom(limit, (engine, some) => engine.claimWebhooks(some, filter)),
    ready: (queue, options = {}) => anyReady(engines, queue, options),
    close: async (options) => {
      await Promise.all(engines.map((engine) => engine.close(options)));
    },
  };
}

async function anyReady(
  engines: readonly TaskEngine[],
  queue: "turns" | "webhooks",
  { signal, ...options }: ReadyOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const enough = new AbortController();
  const stop = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
  const waiting = engines.map((engine) =>
    engine.ready(queue, { ...options, signal: stop }).catch(() => pause(RETRY_MS, stop)),
  );
  try {
    await Promise.race(waiting);
  } finally {
    enough.abort();
    await Promise.allSettled(waiting);
  }
  signal?.throwIfAborted();
}

/** The shard with the highest score: a new shard only takes over its own keys. */
function shardOf(key: string, shards: number): number {
  let [best, highest] = [0, -1];
  for (let shard = 0; shard < shards; shard++) {
    const score = hashOf(`${shard} ${key}`);
    if (score > highest) [best, highest] = [shard, score];
  }
  return best;
}

/** A 53-bit hash that spreads similar texts. It must never change, because it determines where data is stored. */
function hashOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4_294_967_296 * (0x1fffff & b) + (a >>> 0);
}
