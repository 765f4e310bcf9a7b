import type { A2AError } from "@a2a/types";
import type { Answer } from "./bindings/http-messages.ts";
import type { CardReader } from "./codec/detect-version.ts";
import { errorTable } from "./errors/error-table.ts";
import { card as v0_1 } from "./versions/v0_1/card.ts";
import { card as v0_2 } from "./versions/v0_2/card.ts";
import { card as v0_3 } from "./versions/v0_3/card.ts";
import { card as v1_0 } from "./versions/v1_0/card.ts";
import { errors } from "./versions/v1_0/errors.ts";

export { type CardReader, detectCard } from "./codec/detect-version.ts";

/** The card codecs of all protocol versions, newest first, without the rest of the codecs. */
export const cardReaders: readonly CardReader[] = [
  { version: "1.0", bindings: ["JSONRPC", "HTTP+JSON", "GRPC"], card: v1_0 },
  { version: "0.3", bindings: ["JSONRPC", "HTTP+JSON", "GRPC"], card: v0_3 },
  { version: "0.2", bindings: ["JSONRPC"], card: v0_2 },
  { version: "0.1", bindings: ["JSONRPC"], card: v0_1 },
];

/** The error response to a card request. Cards are read before a version is negotiated, so it is written as in 1.0. */
export function cardErrorAnswer(error: A2AError): Answer {
  return {
    status: errorTable[error.code].http,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(errors.encodeHttp?.(error)),
  };
}
