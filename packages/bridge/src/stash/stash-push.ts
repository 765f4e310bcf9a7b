import type { TaskPushNotificationConfig } from "@a2a/types";
import { toWire } from "../codec/to-wire.ts";
import type { SideTable } from "../codec/version-codec.ts";
import { equalJson } from "./equal.ts";

/** The plain translation of push configurations in one generation. */
export interface PushTranslation<Wire extends object> {
  up(wire: Wire): TaskPushNotificationConfig;
  down(config: TaskPushNotificationConfig): Wire;
  /** What identifies a configuration in this generation: its task and, where it has one, its id. */
  keyOf(wire: Wire): string;
}

/**
 * Push configurations have no metadata: what the other generation cannot say is remembered in a side table instead of on the wire,
 * and restored as long as the rest still says the same.
 */
export function stashPush<Wire extends object>(plain: PushTranslation<Wire>) {
  return {
    decode(wire: Wire, table: SideTable | undefined): TaskPushNotificationConfig {
      const config = plain.up(wire);
      if (table === undefined) return config;
      // The table holds only what `encode` below put there.
      const known = table.get(`model ${plain.keyOf(wire)}`) as TaskPushNotificationConfig | undefined;
      if (known && same(plain.down(known), wire)) return known;
      if (!same(plain.down(config), wire)) table.set(`wire ${plain.keyOf(wire)}`, toWire(wire));
      return config;
    },
    encode(config: TaskPushNotificationConfig, table: SideTable | undefined): Wire {
      const wire = plain.down(config);
      if (table === undefined) return wire;
      const known = table.get(`wire ${plain.keyOf(wire)}`) as Wire | undefined; // as above
      if (known && same(plain.up(known), config)) return known;
      if (!same(plain.up(wire), config)) table.set(`model ${plain.keyOf(wire)}`, toWire(config));
      return wire;
    },
  };
}

function same(a: object, b: object): boolean {
  return equalJson(toWire(a), toWire(b));
}
