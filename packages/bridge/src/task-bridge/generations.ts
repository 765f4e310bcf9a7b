import { LocalError, type ProtocolVersion } from "@a2a/types";
import { allCodecs } from "../all.ts";
import type { OperationTable, UnarySpelling } from "../codec/operation-table.ts";
import type { VersionCodec } from "../codec/version-codec.ts";
import { v0_1 } from "../versions/v0_1.ts";

/** The version the bridge speaks by default, with the methods `tasks/send`, `tasks/get` and `tasks/cancel`. */
export const oldest: VersionCodec = v0_1;

/** The operations of the bridge, which every generation has. */
export type BridgedOperation = "sendMessage" | "getTask" | "cancelTask";

/** How a generation spells an operation that every generation has. */
export function spellingOf<Name extends BridgedOperation>(version: ProtocolVersion, name: Name): UnarySpelling<Name> {
  const codec = allCodecs.find((candidate) => candidate.version === version);
  if (codec === undefined) {
    const supported = allCodecs.map((candidate) => candidate.version).join(", ");
    throw new LocalError("CONFIG", `Protocol version "${version}" is not supported: use one of ${supported}`);
  }
  const table: OperationTable = codec.operations;
  return table[name] as UnarySpelling<Name>; // no generation lacks it, as a test makes sure
}
