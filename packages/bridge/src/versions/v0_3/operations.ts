import type { JsonValue } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import type { OperationTable } from "../../codec/operation-table.ts";
import { card } from "./card.ts";
import { lenientReader } from "./normalize.ts";
import { methods } from "./request-traits.ts";
import { sendTranslation } from "./requests.ts";
import { rowsOf } from "./rows.ts";
import { eventDecoderOf } from "./stream.ts";

/** The operations of 0.3 over JSON-RPC. */
export const operations = {
  ...rowsOf(
    sendTranslation({ anyModes: [], absentBlocking: true }),
    eventDecoderOf(lenientReader(v0_3.StreamEventSchema)),
  ),
  getExtendedAgentCard: {
    ...methods.getExtendedAgentCard,
    decodeInput: () => ({}),
    encodeInput: (): JsonValue => ({}),
    decodeOutput: card.decode,
    encodeOutput: card.encode,
  },
} satisfies OperationTable;
