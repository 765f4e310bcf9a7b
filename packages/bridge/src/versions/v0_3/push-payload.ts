import * as v0_3 from "@a2a/types/v0_3";
import { reader } from "../../codec/read.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { PushCodec } from "../../codec/version-codec.ts";
import { decodeEvent, encodeEvent } from "./events.ts";
import { menders } from "./mend.ts";

const readEvent = reader(v0_3.StreamEventSchema, (wire, options) => menders(options).event(wire));

/** Receivers of 0.2 and 0.3 expect the whole task, whatever happened to it. */
export const push: PushCodec = {
  contentType: "application/json",
  encode: (event, task) => toWire(encodeEvent("message" in event ? event : { task })),
  decode: (wire, options) => decodeEvent(readEvent(wire, options)),
};
