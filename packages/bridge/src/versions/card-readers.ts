import type { CardReader } from "../codec/detect-version.ts";
import { card as v0_1 } from "./v0_1/card.ts";
import { card as v0_2 } from "./v0_2/card.ts";
import { card as v0_3 } from "./v0_3/card.ts";
import { card as v1_0 } from "./v1_0/card.ts";

/** The card codecs of all protocol versions, newest first, without the rest of the codecs. */
export const cardReaders: readonly CardReader[] = [
  { version: "1.0", bindings: ["JSONRPC", "HTTP+JSON", "GRPC"], card: v1_0 },
  { version: "0.3", bindings: ["JSONRPC", "HTTP+JSON", "GRPC"], card: v0_3 },
  { version: "0.2", bindings: ["JSONRPC"], card: v0_2 },
  { version: "0.1", bindings: ["JSONRPC"], card: v0_1 },
];
