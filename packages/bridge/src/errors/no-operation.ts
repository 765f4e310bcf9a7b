import { A2AError, type OperationName } from "@a2a/types";
import type { VersionCodec } from "../codec/version-codec.ts";

/** Refuses an operation that a protocol version lacks, at all or over a binding. */
export function noOperation({ version }: VersionCodec, operation: OperationName, where = ""): never {
  throw new A2AError("UNSUPPORTED_OPERATION", `Protocol ${version} has no ${operation}${where}`);
}
