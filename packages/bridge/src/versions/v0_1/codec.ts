import * as v0_1wire from "@a2a/types/v0_1";
import { messageAsTask } from "../../codec/message-as-task.ts";
import { reader } from "../../codec/read.ts";
import { randomId } from "../../codec/scalars.ts";
import { toWire } from "../../codec/to-wire.ts";
import type { VersionCodec } from "../../codec/version-codec.ts";
import { decodeCard, encodeCard } from "./card.ts";
import { errors } from "./errors.ts";
import { menders } from "./mend.ts";
import { operations } from "./operations.ts";
import { decodeTask, encodeTask } from "./task.ts";

const readTask = reader(v0_1wire.TaskSchema, (wire, options) => menders(options).task(wire));

/** Protocol 0.1. */
export const v0_1: VersionCodec = {
  version: "0.1",
  operations,
  card: { decode: decodeCard, encode: encodeCard },
  errors,
  // Receivers of 0.1 expect the whole task, and the members the text asks for beside it.
  push: {
    contentType: "application/json",
    encode(event, task, options) {
      const whole = "message" in event ? messageAsTask(event.message, task.id || randomId()) : task;
      return toWire({ ...encodeTask(whole, options), taskId: whole.id, eventType: "taskUpdate" });
    },
    decode: (wire, options) => ({ task: decodeTask(readTask(wire, options), options) }),
  },
  defaultHistoryLength: 0,
  clientTaskIds: true,
};
