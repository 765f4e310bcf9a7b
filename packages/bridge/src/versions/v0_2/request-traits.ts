import type { RequestTraits } from "../../codec/defer-codec.ts";
import { methods } from "./names.ts";

/** How requests of 0.2 are recognized. */
export const requestTraits = { operations: methods } as const satisfies RequestTraits;
