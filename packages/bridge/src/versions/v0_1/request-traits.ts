import type { RequestTraits } from "../../codec/defer-codec.ts";
import { methods } from "./names.ts";

/** How requests of 0.1 are recognized. */
export const requestTraits = {
  operations: methods,
  ownsMethod: (method) => method.startsWith("tasks/send") || method.startsWith("tasks/pushNotification/"),
} as const satisfies RequestTraits;
