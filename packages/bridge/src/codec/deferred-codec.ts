import type { OperationName } from "@a2a/types";
import type { OperationTable, Route, Spelling } from "./operation-table.ts";
import type { CardCodec, PushCodec, VersionCodec } from "./version-codec.ts";

/** The part of a codec that recognizes answers and cards, and translates nothing. */
export interface CodecTraits
  extends Omit<VersionCodec, "operations" | "restForms" | "card" | "errors" | "push" | "load"> {
  readonly card: Pick<CardCodec, "path" | "match" | "absorbs">;
  readonly push: Omit<PushCodec, "encode" | "decode">;
}

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

/** A codec translated before it was loaded. `codec.load()` loads it. */
export class NotLoadedError extends Error {
  /** The codec that is missing. */
  readonly codec: VersionCodec;

  constructor(codec: VersionCodec) {
    super(`protocol version ${codec.version} is not loaded yet: await \`codec.load()\` first`);
    this.name = "NotLoadedError";
    this.codec = codec;
  }
}

/**
 * A codec that is loaded when it is first needed. Until then it recognizes what is written in its version, requests only if it is given
 * their traits, and translating anything throws a `NotLoadedError`. Callers that need it at the same time wait for one import; a failed
 * one is tried again by the next caller.
 */
export function deferCodec(
  { operations = {}, routes, ...traits }: CodecTraits & Partial<RequestTraits>,
  importCodec: () => Promise<VersionCodec>,
): VersionCodec {
  let loading: Promise<void> | undefined;
  const refuse = (): never => {
    throw new NotLoadedError(deferred);
  };
  async function load(): Promise<void> {
    try {
      Object.assign(deferred, await importCodec(), { load: undefined });
    } finally {
      loading = undefined;
    }
  }
  const deferred: VersionCodec = {
    ...traits,
    load: () => (loading ??= load()),
    operations: rows(operations, refuse),
    ...(routes && { restForms: { fallback: rows(namesOf(routes), refuse), choose: refuse } }),
    card: { ...traits.card, encode: refuse, decode: refuse },
    errors: { encode: refuse, decode: refuse },
    push: { ...traits.push, encode: refuse, decode: refuse },
  };
  return deferred;
}

/** Loads those codecs that are not loaded yet; `undefined` if all of them are. */
export function loadCodecs(codecs: readonly Pick<VersionCodec, "load">[]): Promise<unknown> | undefined {
  const loading = codecs.flatMap(({ load }) => (load ? [load()] : []));
  return loading.length > 0 ? Promise.all(loading) : undefined;
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
