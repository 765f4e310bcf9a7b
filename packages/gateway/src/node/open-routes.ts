import { readSecretKey } from "@a2a/server/backend-node";
import { LocalError } from "@a2a/types";
import { createMemoryRoutes } from "../routes/memory-routes.ts";
import type { RouteStore } from "../routes/route-store.ts";
import { createSqliteRoutes } from "../routes/sqlite-routes.ts";

/** Opens the routes that a store names. */
export function openRoutes(store: string): RouteStore {
  if (store === "memory") return createMemoryRoutes();
  if (store.startsWith("sqlite:")) return createSqliteRoutes({ path: store.slice("sqlite:".length) });
  throw new LocalError("CONFIG", `store "${store.slice(0, 20)}": expected memory or sqlite:FILE`);
}

/** The key with which the secrets of webhooks are encrypted in a file, kept beside it. */
export function secretKeyOf(store: string): string | undefined {
  const path = store.startsWith("sqlite:") ? store.slice("sqlite:".length) : ":memory:";
  return path === ":memory:" ? undefined : readSecretKey(`${path}.key`);
}
