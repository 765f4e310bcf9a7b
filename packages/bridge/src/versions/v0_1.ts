import * as wire from "@a2a/types/v0_1";
import { toWire } from "../codec/to-wire.ts";
import type { VersionCodec } from "../codec/version-codec.ts";
import { gmfForge } from "../dialects/gmf-forge.ts";
import { answerId, messageAsTask } from "../stash/message-as-task.ts";
import { card } from "./v0_1/card.ts";
import { errors } from "./v0_1/errors.ts";
import { isNative } from "./v0_1/native-id.ts";
import { lenientReader } from "./v0_1/normalize.ts";
import { operations } from "./v0_1/operations.ts";
import { requestTraits } from "./v0_1/request-traits.ts";
import { decodeTask, encodeTask } from "./v0_1/task.ts";
import { traits } from "./v0_1/traits.ts";

const readTask = lenientReader(wire.TaskSchema);

/** Protocol 0.1. */
export const v0_1: VersionCodec = {
  ...traits,
  ownsMethod: requestTraits.ownsMethod,
  hasGeneratedId: isNative,
  sendOnlyDialect: gmfForge,
  operations,
  card,
  errors,
  // Receivers of 0.1 expect the whole task and the additional members of the specification.
  push: {
    ...traits.push,
    encode(event, task, options) {
      const whole =
        "message" in event ? messageAsTask(event.message, task.id || answerId(event.message, options)) : task;
      return toWire({ ...encodeTask(whole, options), taskId: whole.id, eventType: "taskUpdate" });
    },
    decode: (body, options) => ({ task: decodeTask(readTask(body, options), options) }),
  },
};
