import type { JsonValue, OperationName, Operations, StreamingOperation } from "@a2a/types";
import type { CodecOptions, StreamDecoder, StreamEncoder } from "./version-codec.ts";

/** A route of the HTTP+JSON binding: `/tasks/{id}:cancel`. A name in braces fills the member of that name. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The members that may stand in the query, and the form of their text. */
  readonly query: Readonly<Record<string, "text" | "number" | "boolean" | "enum">>;
  /** Whether the route exists a second time below the name of a tenant, and takes one in the query. */
  readonly tenants?: true;
  /** Whether the route is none of the protocol's own, and not understood when reading is strict. */
  readonly alias?: true;
}

/** A route. */
export function route(method: Route["method"], path: string, query: Route["query"] = {}): Route {
  return { method, path, query };
}

/** What the spelling of every operation has. */
export interface Spelling<Name extends OperationName> {
  /** The name of the JSON-RPC method; none when the operation has no JSON-RPC form. */
  readonly rpcMethod?: string;
  /** Other names that are understood unless reading is strict. */
  readonly rpcAliases?: readonly string[];
  /** The HTTP+JSON routes; a client uses the first. */
  readonly routes?: readonly Route[];
  /** Whether the wire is the model's own JSON, so that text serialised once can go out as it is. */
  readonly verbatim?: true;
  /** Whether a JSON-RPC request may come without `params`. */
  readonly paramsOptional?: true;
  /** Whether only a client may use this row, because it borrows the method of another operation. */
  readonly clientOnly?: true;
  /** The id the caller chose for its task, in generations where callers do. */
  taskAlias?(wire: JsonValue): string | undefined;
  decodeInput(wire: JsonValue, options?: CodecOptions): Operations[Name]["input"];
  encodeInput(input: Operations[Name]["input"], options?: CodecOptions): JsonValue;
}

/** How a generation spells an operation that answers once. */
export interface UnarySpelling<Name extends OperationName> extends Spelling<Name> {
  decodeOutput(wire: JsonValue, options?: CodecOptions): Operations[Name]["output"];
  encodeOutput(output: Operations[Name]["output"], options?: CodecOptions): JsonValue;
}

/** How a generation spells an operation that answers with a stream. */
export interface StreamingSpelling<Name extends OperationName> extends Spelling<Name> {
  decoder(options?: CodecOptions): StreamDecoder;
  encoder(options?: CodecOptions): StreamEncoder;
}

/** How a generation spells an operation. */
export type OperationSpelling<Name extends OperationName> = Name extends StreamingOperation
  ? StreamingSpelling<Name>
  : UnarySpelling<Name>;

/** How a generation spells every operation it has. What is missing does not exist in it. */
export type OperationTable = { readonly [Name in OperationName]?: OperationSpelling<Name> };

/**
 * The operation a JSON-RPC method names in a generation, or `undefined`. With `strict`, only by its own name. Inherited names such
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

/** The operations a generation has. */
export function operationNames(table: OperationTable): OperationName[] {
  return Object.keys(table) as OperationName[]; // a table has no other members
}
