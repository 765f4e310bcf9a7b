import type { JsonValue, OperationName, Operations, StreamingOperation } from "@a2a/types";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "./version-codec.ts";

/** A route of the HTTP+JSON binding: `/tasks/{id}:cancel`. A name in braces binds the member of that name. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The query parameters and their types. */
  readonly query: Readonly<Record<string, "text" | "number" | "boolean" | "enum">>;
  /** Whether the route also exists below a tenant, and accepts a tenant in the query. */
  readonly tenants?: true;
  /** Whether the route is not part of the protocol, and is rejected when strict. */
  readonly alias?: true;
}

/** A route. */
export function route(method: Route["method"], path: string, query: Route["query"] = {}): Route {
  return { method, path, query };
}

/** The mapping of any operation. */
export interface Spelling<Name extends OperationName> {
  /** The name of the JSON-RPC method; none when the operation has no JSON-RPC form. */
  readonly rpcMethod?: string;
  /** Other method names, accepted unless strict. */
  readonly rpcAliases?: readonly string[];
  /** The HTTP+JSON routes; a client uses the first. */
  readonly routes?: readonly Route[];
  /** Whether the wire format is the model's JSON, so that serialized text can be sent unchanged. */
  readonly verbatim?: true;
  /** Whether a JSON-RPC request may omit `params`. */
  readonly paramsOptional?: true;
  /** Whether only a client may use this row, because it shares the method of another operation. */
  readonly clientOnly?: true;
  /** The task id chosen by the caller, in protocol versions that allow it. */
  taskAlias?(wire: JsonValue): string | undefined;
  decodeInput(wire: JsonValue, options?: CodecOptions): Operations[Name]["input"];
  encodeInput(input: Operations[Name]["input"], options?: CodecOptions): JsonValue;
}

/** How a protocol version maps a unary operation. */
export interface UnarySpelling<Name extends OperationName> extends Spelling<Name> {
  decodeOutput(wire: JsonValue, options?: CodecOptions): Operations[Name]["output"];
  encodeOutput(output: Operations[Name]["output"], options?: CodecOptions): JsonValue;
}

/** How a protocol version maps a streaming operation. */
export interface StreamingSpelling<Name extends OperationName> extends Spelling<Name> {
  decoder(options?: CodecOptions): StreamDecoder;
  encoder(options?: CodecOptions): StreamEncoder;
}

/** How a protocol version maps an operation. */
export type OperationSpelling<Name extends OperationName> = Name extends StreamingOperation
  ? StreamingSpelling<Name>
  : UnarySpelling<Name>;

/** How a protocol version maps its operations. A missing operation does not exist in it. */
export type OperationTable = { readonly [Name in OperationName]?: OperationSpelling<Name> };

/**
 * The operation of a JSON-RPC method in a protocol version, or `undefined`. With `strict`, aliases do not count. Inherited names such
 * as `toString` name nothing.
 */
export function operationOfMethod(table: OperationTable, method: string, strict = false): OperationName | undefined {
  const operation = indexOf(table).get(method);
  if (operation === undefined || !strict) return operation;
  return table[operation]?.rpcMethod === method ? operation : undefined;
}

function indexOf(table: OperationTable): ReadonlyMap<string, OperationName> {
  let methods = methodIndex.get(table);
  if (methods === undefined) {
    methods = new Map();
    for (const name of operationNames(table)) {
      const row = table[name];
      if (row === undefined || row.clientOnly) continue;
      for (const spelling of [row.rpcMethod, ...(row.rpcAliases ?? [])]) {
        if (spelling !== undefined && !methods.has(spelling)) methods.set(spelling, name);
      }
    }
    methodIndex.set(table, methods);
  }
  return methods;
}

const methodIndex = new WeakMap<OperationTable, Map<string, OperationName>>();

/** The operations of a protocol version. */
export function operationNames(table: OperationTable): OperationName[] {
  return Object.keys(table) as OperationName[]; // a table has no other members
}
