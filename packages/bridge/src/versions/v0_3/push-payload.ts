import * as v0_3 from "@a2a/types/v0_3";
import { toWire } from "../../codec/to-wire.ts";
import type { PushCodec } from "../../codec/version-codec.ts";
import { decodeEvent, encodeEvent } from "./events.ts";
import { lenientReader } from "./normalize.ts";
import { traits } from "./traits.ts";

const readEvent = lenientReader(v0_3.StreamEventSchema);

/** Receivers of 0.2 and 0.3 expect the whole task for every event. */
export const push: PushCodec = {
  ...traits.push,
  encode: (event, task, options) => toWire(encodeEvent("message" in event ? event : { task }, options)),
  decode: (wire, options) => decodeEvent(readEvent(wire, options)),
};
