import type { CardCodec, PushCodec, VersionCodec } from "./version-codec.ts";

/** The part of a codec that recognizes answers and cards, and translates nothing. */
export interface CodecTraits
  extends Omit<VersionCodec, "operations" | "restForms" | "card" | "errors" | "push" | "load"> {
  readonly card: Pick<CardCodec, "path" | "match" | "absorbs">;
  readonly push: Omit<PushCodec, "encode" | "decode">;
}

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
 * A codec that is loaded when it is first needed. Until then it recognizes answers and cards in its version, and requests if `recognize`
 * makes tables for them. Translating anything throws a `NotLoadedError`. Callers that need it at the same time wait for one import; a
 * failed one is tried again by the next caller.
 */
export function deferAnswers(
  traits: CodecTraits,
  importCodec: () => Promise<VersionCodec>,
  recognize?: (refuse: () => never) => Pick<VersionCodec, "operations" | "restForms">,
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
    operations: {},
    ...recognize?.(refuse),
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
