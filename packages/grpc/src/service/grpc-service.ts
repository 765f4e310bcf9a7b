import type { OperationTable, VersionCodec } from "@a2a/bridge";
import { isStreaming, type JsonObject, type JsonValue, type OperationName } from "@a2a/types";
import type { ProtoFile } from "../proto/schema.ts";
import type { GrpcSpelling } from "../versions/spelling.ts";
import { spellings } from "../versions/spellings.ts";
import { type MessageCodec, messageCodec } from "../wire/message-codec.ts";

/** A method of a service, and the codecs of its messages. */
export interface GrpcMethod {
  readonly operation: OperationName;
  /** The path of its calls: `/lf.a2a.v1.A2AService/GetTask`. */
  readonly path: string;
  readonly streaming: boolean;
  readonly request: MessageCodec;
  readonly response: MessageCodec;
  fromRequest(request: JsonObject): JsonValue;
  toRequest(input: JsonObject): JsonObject;
}

/** The service of a protocol version. */
export interface GrpcService {
  /** The full name of the service: `lf.a2a.v1.A2AService`. */
  readonly name: string;
  readonly file: ProtoFile;
  readonly codec: VersionCodec;
  readonly table: OperationTable;
  readonly methods: Readonly<Partial<Record<OperationName, GrpcMethod>>>;
}

const SERVICE = "A2AService";

/** The service of a protocol version; `undefined` for one that has no gRPC binding. */
export function grpcService(codec: VersionCodec): GrpcService | undefined {
  const spelling = Object.hasOwn(spellings, codec.version) ? spellings[codec.version] : undefined;
  if (spelling === undefined) return undefined;
  const { file } = spelling;
  const name = `${file.package}.${SERVICE}`;
  const entries = Object.entries(spelling.methods) as [OperationName, string][]; // a table of operations
  const methods = entries.map(([operation, method]) => [operation, methodOf(spelling, operation, name, method)]);
  return { name, file, codec, table: spelling.table(codec), methods: Object.fromEntries(methods) };
}

function methodOf(spelling: GrpcSpelling, operation: OperationName, service: string, name: string): GrpcMethod {
  const { file } = spelling;
  const types = file.services[SERVICE]?.[name];
  if (types === undefined) throw new TypeError(`${service} has no method ${name}`);
  return {
    operation,
    path: `/${service}/${name}`,
    streaming: isStreaming(operation),
    request: messageCodec(file, types.request),
    response: messageCodec(file, types.response),
    fromRequest: spelling.fromRequest?.[operation] ?? ((request) => request),
    toRequest: (input) => spelling.toRequest?.(operation, input) ?? input,
  };
}
