import type { AgentCard, JsonValue } from "@a2a/types";
import { type OperationTable, route } from "../../codec/operation-table.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import { shared } from "../v0_3/operations.ts";
import { decodeCard, encodeCard } from "./card.ts";

/** How 0.2 spells the operations: as 0.3, but for the extended card, which is a plain HTTP GET. */
export const operations = {
  ...shared,
  getExtendedAgentCard: {
    paramsOptional: true,
    routes: [route("GET", "/agent/authenticatedExtendedCard")],
    decodeInput: () => ({}),
    encodeInput: (): JsonValue => ({}),
    decodeOutput: (wire: JsonValue, options?: CodecOptions): AgentCard => decodeCard(wire, options),
    encodeOutput: (card: AgentCard): JsonValue => encodeCard(card),
  },
} satisfies OperationTable;
