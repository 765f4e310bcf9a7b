import { isJsonObject, type JsonValue, type TaskPushNotificationConfig } from "@a2a/types";
import type { Schema } from "@a2a/types/internal/schema";
import { TaskPushNotificationConfigSchema } from "@a2a/types/schemas";
import { toWire } from "../codec/to-wire.ts";
import { COMPAT, type StashedPush, withoutStash } from "./compat.ts";
import { equalJson } from "./equal.ts";

/** A plain, lossy translation of webhooks. */
export interface PushTranslation<Wire extends object> {
  readonly schema: Schema<Wire>;
  up(wire: Wire): TaskPushNotificationConfig;
  down(config: TaskPushNotificationConfig): Wire;
}

/**
 * Webhooks have no metadata. A decoded configuration carries its wire form under the reserved key where the model cannot represent
 * all of it, and is encoded in that form again as long as it is unchanged. Members of the model that a version lacks
 * travel in the request's metadata, if it has one: `kept` and `lost`.
 */
export function stashPush<Wire extends object>({ schema, up, down }: PushTranslation<Wire>) {
  return {
    decode(wire: Wire, kept?: JsonValue): TaskPushNotificationConfig {
      const plain = up(wire);
      const known = TaskPushNotificationConfigSchema.safeParse(kept);
      const config = known.success && same(up(down(known.data)), plain) ? known.data : plain;
      if (same(down(config), wire)) return config;
      const stashed: StashedPush = { ...config, [COMPAT]: { wire: toWire(wire) } };
      return stashed;
    },
    encode(stashed: TaskPushNotificationConfig): { wire: Wire; lost: JsonValue | undefined } {
      const config = withoutStash(stashed);
      const plain = down(config);
      const stash = (stashed as StashedPush)[COMPAT];
      const known = schema.safeParse(isJsonObject(stash) ? stash.wire : undefined);
      const wire = known.success && same(down(up(known.data)), plain) ? known.data : plain;
      return { wire, lost: same(up(wire), config) ? undefined : toWire(config) };
    },
  };
}

function same(a: object, b: object): boolean {
  return equalJson(toWire(a), toWire(b));
}
