import type { A2AError, ProtocolVersion } from "@a2a/types";
import { errorTable } from "./bindings/error-table.ts";
import type { Answer } from "./bindings/exchange.ts";
import type { CardCodec } from "./codec/version-codec.ts";
import { card as v0_1 } from "./versions/v0_1/card.ts";
import { card as v0_2 } from "./versions/v0_2/card.ts";
import { card as v0_3 } from "./versions/v0_3/card.ts";
import { decodeCard, encodeCard } from "./versions/v1_0/card.ts";
import { errors } from "./versions/v1_0/errors.ts";

export { cardVersion } from "./codec/detect-version.ts";

/** How each generation writes cards, for those who read cards and nothing else: the rest of the codecs is not loaded. */
export const cardCodecs: Readonly<Record<ProtocolVersion, CardCodec>> = {
  "1.0": { decode: decodeCard, encode: encodeCard },
  "0.3": v0_3,
  "0.2": v0_2,
  "0.1": v0_1,
};

/** The answer that refuses a request for a card. Cards are read before a version is agreed on, so it is written as in 1.0. */
export function cardErrorAnswer(error: A2AError): Answer {
  return {
    status: errorTable[error.code].http,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(errors.encodeHttp?.(error)),
  };
}
