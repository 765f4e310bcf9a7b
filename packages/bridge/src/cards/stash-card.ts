import { type AgentCard, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { setMember } from "@a2a/types/internal";
import { MISFIT, type Schema } from "@a2a/types/internal/schema";
import { AgentCardSchema } from "@a2a/types/schemas";
import { MODEL_VERSION } from "../codec/model-version.ts";
import { toWire } from "../codec/to-wire.ts";
import type { CardCodec } from "../codec/version-codec.ts";
import type { Reader } from "../normalize/read.ts";
import { COMPAT } from "../stash/compat.ts";
import { equalJson } from "../stash/equal.ts";

/** A plain, lossy translation of cards. */
export interface CardTranslation<Wire extends object> extends Pick<CardCodec, "path" | "match" | "absorbs"> {
  /** The stash key of this protocol version in a card of the model. */
  readonly version: string;
  /** The schema of a card of this protocol version. */
  readonly schema: Schema<Wire>;
  /** Reads a card of this protocol version. */
  readonly read: Reader<Wire>;
  up(wire: Wire): AgentCard;
  down(card: AgentCard): Wire;
  /** The stash in a card of this protocol version for members that only the model has. */
  readonly store: CompatStore;
}

/** A place in a card for members that the other protocol version lacks. */
export interface CompatStore {
  take(card: JsonObject, version: string): { card: JsonObject; kept: JsonObject | undefined };
  put(card: JsonObject, version: string, kept: JsonObject): JsonObject;
}

/**
 * A card translation that is lossless except for signatures, which cover one format only. Every member that would not round-trip
 * is stashed together with its translation, and restored on the way back only if the translation is unchanged, so that an edited
 * card wins over its stash. Stashed values came over the wire: they count only if the result is a valid card.
 */
export function cardCodec<Wire extends object>({
  version,
  schema,
  read,
  store,
  path,
  match,
  absorbs,
  ...plain
}: CardTranslation<Wire>): CardCodec {
  const asWire = (card: JsonObject) => schema.fit(card);
  const up = (wire: JsonObject) => toObject(plain.up(wire as unknown as Wire)); // a value of `read` or of `down`
  const down = (card: JsonObject) => withoutSignatures(toObject(plain.down(card as unknown as AgentCard))); // a model card
  return {
    path,
    match,
    ...(absorbs && { absorbs }),
    decode(source, options): AgentCard {
      const { card, kept } = isJsonObject(source)
        ? store.take(source, MODEL_VERSION)
        : { card: source, kept: undefined };
      const wire = withoutSignatures(toObject(read(card, options)));
      const model = restore(up(wire), kept, asModel);
      return keep(model, changes(wire, down(model)), version, inExtensions) as unknown as AgentCard; // checked or translated
    },
    encode(source): JsonValue {
      const { card, kept } = inExtensions.take(withoutSignatures(toObject(source)), version);
      const wire = restore(down(card), kept, asWire);
      return keep(wire, changes(card, up(wire)), MODEL_VERSION, store);
    },
  };
}

const asModel = (card: JsonObject) => AgentCardSchema.fit(card);

/** In the model, and in 0.2 and 0.3, an optional extension. */
export const inExtensions: CompatStore = {
  take(card, version) {
    const capabilities = isJsonObject(card.capabilities) ? card.capabilities : {};
    const extensions = Array.isArray(capabilities.extensions) ? capabilities.extensions : [];
    const index = extensions.findIndex((entry) => isJsonObject(entry) && entry.uri === COMPAT);
    const entry = extensions[index];
    const params = isJsonObject(entry) && isJsonObject(entry.params) ? entry.params : undefined;
    const kept = params?.[version];
    if (params === undefined || !isJsonObject(kept)) return { card, kept: undefined };
    const { [version]: _, ...others } = params;
    const { emptyExtensions, ...members } = kept;
    const rest = extensions.flatMap((extension, position) => {
      if (position !== index) return [extension];
      return Object.keys(others).length > 0 ? [{ uri: COMPAT, required: false, params: others }] : [];
    });
    const { extensions: __, ...bare } = capabilities;
    const withRest = rest.length > 0 || emptyExtensions === true ? { ...bare, extensions: rest } : bare;
    return { card: { ...card, capabilities: withRest }, kept: members };
  },
  put(card, version, kept) {
    const capabilities = isJsonObject(card.capabilities) ? card.capabilities : {};
    const extensions = Array.isArray(capabilities.extensions) ? capabilities.extensions : undefined;
    const mine: JsonObject = extensions?.length === 0 ? { ...kept, emptyExtensions: true } : kept;
    const index = extensions?.findIndex((entry) => isJsonObject(entry) && entry.uri === COMPAT) ?? -1;
    const before = extensions?.[index];
    const params = isJsonObject(before) && isJsonObject(before.params) ? before.params : {};
    const entry = { uri: COMPAT, required: false, params: { ...params, [version]: mine } };
    const others = (extensions ?? []).filter((_, position) => position !== index);
    return { ...card, capabilities: { ...capabilities, extensions: [...others, entry] } };
  },
};

function keep(card: JsonObject, lost: JsonObject, version: string, store: CompatStore): JsonObject {
  return Object.keys(lost).length > 0 ? store.put(card, version, lost) : card;
}

/** The members that do not round-trip: their translation and their original. */
function changes(before: JsonObject, after: JsonObject): JsonObject {
  const changed: JsonObject = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (equalJson(before[key], after[key])) continue;
    changed[key] = { ...present("from", after[key]), ...present("to", before[key]) };
  }
  return changed;
}

function restore(
  card: JsonObject,
  kept: JsonObject | undefined,
  check: (candidate: JsonObject) => object | typeof MISFIT,
): JsonObject {
  if (kept === undefined) return card;
  const restored = { ...card };
  for (const [key, change] of Object.entries(kept)) {
    const now = Object.hasOwn(card, key) ? card[key] : undefined;
    if (!isJsonObject(change) || !equalJson(now, change.from)) continue;
    if (change.to === undefined) delete restored[key];
    else setMember(restored, key, change.to);
  }
  const checked = check(restored);
  if (checked === MISFIT) return card;
  // Keeps the order of members unless there are foreign ones.
  return equalJson(toWire(checked), restored) ? restored : toObject(checked);
}

function present(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

function withoutSignatures(card: JsonObject): JsonObject {
  const { signatures: _, ...rest } = card;
  return rest;
}

function toObject(card: object): JsonObject {
  return toWire(card) as JsonObject; // cards are objects
}
