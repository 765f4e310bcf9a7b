import { decodeRestAnswer, decodeRestEvents, encodeRestCall } from "@a2a/bridge/rest";
import type { WireBinding } from "./wire-binding.ts";

/** HTTP+JSON: a route for each operation. Generations 1.0 and 0.3 speak it. */
export const httpJson: WireBinding = {
  name: "HTTP+JSON",
  encodeCall: encodeRestCall,
  decodeAnswer: decodeRestAnswer,
  decodeEvents: decodeRestEvents,
};
