import type { JsonValue } from "@a2a/types";
import * as v0_2 from "@a2a/types/v0_2";
import type { OperationTable } from "../../codec/operation-table.ts";
import { sendTranslation } from "../v0_3/requests.ts";
import { rowsOf } from "../v0_3/rows.ts";
import { eventDecoderOf } from "../v0_3/stream.ts";
import { card } from "./card.ts";
import { lenientReader } from "./normalize.ts";
import { methods } from "./request-traits.ts";

/** The operations of 0.2: those of 0.3, except that the extended card is a plain HTTP GET. */
export const operations = {
  ...rowsOf(
    sendTranslation({ anyModes: ["*/*"], absentBlocking: true }),
    eventDecoderOf(lenientReader(v0_2.StreamEventSchema)),
  ),
  getExtendedAgentCard: {
    ...methods.getExtendedAgentCard,
    decodeInput: () => ({}),
    encodeInput: (): JsonValue => ({}),
    decodeOutput: card.decode,
    encodeOutput: card.encode,
  },
} satisfies OperationTable;
