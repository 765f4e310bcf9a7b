import { isStreaming, type OperationName } from "@a2a/types";
import type { OperationTable, Route, Spelling } from "./operation-table.ts";
import type { CardCodec, PushCodec, VersionCodec } from "./version-codec.ts";

/** The part of a codec that recognizes requests, answers and cards, and translates nothing. */
export interface CodecTraits
  extends Omit<VersionCodec, "operations" | "restForms" | "card" | "errors" | "push" | "load"> {
  /** The names of the operations. */
  readonly operations: NameTable;
  /** The routes over HTTP+JSON, of a version that has other formats there. */
  readonly routes?: { readonly [Name in OperationName]?: readonly Route[] };
  readonly card: Pick<CardCodec, "path" | "match" | "absorbs">;
  readonly push: Omit<PushCodec, "encode" | "decode">;
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
 * A codec that is loaded when it is first needed. Until then it recognizes what is written in its version, and translating anything
 * throws a `NotLoadedError`. Callers that need it at the same time wait for one import; a failed one is tried again by the next caller.
 */
export function deferCodec({ routes, ...traits }: CodecTraits, importCodec: () => Promise<VersionCodec>): VersionCodec {
  let loaded: VersionCodec | undefined;
  let loading: Promise<void> | undefined;
  const refuse = (): never => {
    throw new NotLoadedError(deferred);
  };
  const operations = rows(traits.operations, refuse);
  const restForms = routes && {
    fallback: rows(
      Object.fromEntries(Object.entries(routes).map(([name, given]) => [name, { routes: given }])),
      refuse,
    ),
    choose: refuse,
  };
  const card = { ...traits.card, encode: refuse, decode: refuse };
  const errors = { encode: refuse, decode: refuse };
  const push = { ...traits.push, encode: refuse, decode: refuse };
  async function load(): Promise<void> {
    try {
      loaded = await importCodec();
    } finally {
      loading = undefined;
    }
  }
  const later = () => (loading ??= load());
  const deferred: VersionCodec = {
    ...traits,
    get operations() {
      return loaded?.operations ?? operations;
    },
    get restForms() {
      return loaded ? loaded.restForms : restForms;
    },
    get card() {
      return loaded?.card ?? card;
    },
    get errors() {
      return loaded?.errors ?? errors;
    },
    get push() {
      return loaded?.push ?? push;
    },
    get load() {
      return loaded ? undefined : later;
    },
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
  const once = { decodeInput: refuse, encodeInput: refuse };
  const unary = { ...once, decodeOutput: refuse, encodeOutput: refuse };
  const streaming = { ...once, decoder: refuse, encoder: refuse };
  return Object.fromEntries(
    Object.entries(names).map(([name, row]) => [
      name,
      { ...row, ...(isStreaming(name as OperationName) ? streaming : unary) }, // `names` has no other members
    ]),
  );
}
