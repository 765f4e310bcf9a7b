import { type JsonValue, type TaskPushNotificationConfig, TaskPushNotificationConfigSchema } from "@a2a/types";
import type * as z from "zod";
import { toWire } from "../codec/to-wire.ts";
import { equalJson } from "./equal.ts";

/** How an older generation writes the push configuration inside a send request. */
export interface InnerPush<Wire extends object> {
  readonly schema: z.ZodType<Wire>;
  up(wire: Wire): TaskPushNotificationConfig;
  down(config: TaskPushNotificationConfig): Wire;
}

/**
 * A push configuration inside a send request has no metadata of its own: what it would lose is kept whole in the metadata of the
 * request, and counts on the way back as long as what arrived still says the same.
 */
export function stashInnerPush<Wire extends object>({ schema, up, down }: InnerPush<Wire>) {
  return {
    /** The configuration of a request, and the wire form to keep where it cannot be told from the model. */
    decode(
      wire: Wire,
      kept: JsonValue | undefined,
    ): { config: TaskPushNotificationConfig; lost: JsonValue | undefined } {
      const plain = up(wire);
      const known = TaskPushNotificationConfigSchema.safeParse(kept);
      const config = known.success && same(up(down(known.data)), plain) ? known.data : plain;
      return { config, lost: same(down(config), wire) ? undefined : toWire(wire) };
    },
    /** The wire form of a configuration, and the configuration to keep where it cannot be told from that. */
    encode(
      config: TaskPushNotificationConfig,
      kept: JsonValue | undefined,
    ): { wire: Wire; lost: JsonValue | undefined } {
      const plain = down(config);
      const known = schema.safeParse(kept);
      const wire = known.success && same(down(up(known.data)), plain) ? known.data : plain;
      return { wire, lost: same(up(wire), config) ? undefined : toWire(config) };
    },
  };
}

function same(a: object, b: object): boolean {
  return equalJson(toWire(a), toWire(b));
}
