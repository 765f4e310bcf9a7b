import type { ProtocolVersion } from "@a2a/types";
import type { OperationTable, UnarySpelling } from "../codec/operation-table.ts";
import type { VersionCodec } from "../codec/version-codec.ts";
import { v0_1 } from "../versions/v0_1/codec.ts";
import { v0_2 } from "../versions/v0_2/codec.ts";
import { v0_3 } from "../versions/v0_3/codec.ts";
import { v1_0 } from "../versions/v1_0/codec.ts";

const codecs: Readonly<Record<ProtocolVersion, VersionCodec>> = { "1.0": v1_0, "0.3": v0_3, "0.2": v0_2, "0.1": v0_1 };

/** The operations of the bridge, which every generation has. */
export type BridgedOperation = "sendMessage" | "getTask" | "cancelTask";

/** How a generation spells an operation that every generation has. */
export function spellingOf<Name extends BridgedOperation>(version: ProtocolVersion, name: Name): UnarySpelling<Name> {
  const table: OperationTable = codecs[version].operations;
  return table[name] as UnarySpelling<Name>; // no generation lacks it, as a test makes sure
}
