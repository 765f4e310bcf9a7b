import type { OperationTable, VersionCodec } from "@a2a/bridge";
import type { JsonObject, JsonValue, OperationName } from "@a2a/types";
import type { ProtoFile } from "../proto/schema.ts";

/** How a protocol version spells its operations over gRPC. */
export interface GrpcSpelling {
  readonly file: ProtoFile;
  /** The method of each operation; one that is missing does not exist over gRPC. */
  readonly methods: Readonly<Partial<Record<OperationName, string>>>;
  /** Whether the message of an error begins with its name: readers of this version know no details. */
  readonly namesErrors?: true;
  /** The table that reads and writes the ProtoJSON of the messages. */
  table(codec: VersionCodec): OperationTable;
  /** The inputs as the table reads them, from the request messages; the same where absent. */
  readonly fromRequest?: Readonly<Partial<Record<OperationName, (request: JsonObject) => JsonValue>>>;
  /** The request message, from the input as the table writes it; the same where absent. */
  toRequest?(operation: OperationName, input: JsonObject): JsonObject;
}
