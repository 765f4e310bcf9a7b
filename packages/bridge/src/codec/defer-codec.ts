import type { OperationName } from "@a2a/types";
import { type CodecTraits, deferAnswers } from "./deferred-codec.ts";
import type { OperationTable, Route, Spelling } from "./operation-table.ts";
import type { VersionCodec } from "./version-codec.ts";

/** The part of a codec that recognizes requests, which only servers receive. */
export interface RequestTraits extends Pick<VersionCodec, "ownsMethod" | "ownsBody"> {
  /** The names of the operations. */
  readonly operations: NameTable;
  /** The routes over HTTP+JSON, of a version that has other formats there. */
  readonly routes?: { readonly [Name in OperationName]?: readonly Route[] };
}

/** The names by which requests are recognized. */
export type NameTable = { readonly [Name in OperationName]?: RowNames };
type RowNames = Pick<Spelling<OperationName>, "rpcMethod" | "rpcAliases" | "routes" | "paramsOptional" | "clientOnly">;

/**
 * A codec that is loaded when it is first needed. Until then it recognizes what is written in its version, requests only if it is given
 * their traits, and translating anything throws a `NotLoadedError`. Callers that need it at the same time wait for one import; a failed
 * one is tried again by the next caller.
 */
export function deferCodec(
  { operations = {}, routes, ...traits }: CodecTraits & Partial<RequestTraits>,
  importCodec: () => Promise<VersionCodec>,
): VersionCodec {
  return deferAnswers(traits, importCodec, (refuse) => ({
    operations: rows(operations, refuse),
    ...(routes && { restForms: { fallback: rows(namesOf(routes), refuse), choose: refuse } }),
  }));
}

/** A table that knows names only. */
function rows(names: NameTable, refuse: () => never): OperationTable {
  const translation = {
    decodeInput: refuse,
    encodeInput: refuse,
    decodeOutput: refuse,
    encodeOutput: refuse,
    decoder: refuse,
    encoder: refuse,
  };
  return Object.fromEntries(Object.entries(names).map(([name, row]) => [name, { ...row, ...translation }]));
}

function namesOf(routes: NonNullable<RequestTraits["routes"]>): NameTable {
  return Object.fromEntries(Object.entries(routes).map(([name, given]) => [name, { routes: given }]));
}
