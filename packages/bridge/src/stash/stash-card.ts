import { type AgentCard, AgentCardSchema, isJsonObject, type JsonObject, type JsonValue, setMember } from "@a2a/types";
import type * as z from "zod";
import { toWire } from "../codec/to-wire.ts";
import type { CardCodec } from "../codec/version-codec.ts";
import { compile, MISFIT } from "../normalize/fast-check.ts";
import type { Reader } from "../normalize/read.ts";
import { MODEL_VERSION } from "../versions/model-version.ts";
import { equalJson } from "./equal.ts";
import { COMPAT } from "./stash.ts";

/** The plain translation of cards, which loses what the other side cannot say. */
export interface CardTranslation<Wire extends object> extends Pick<CardCodec, "path" | "match" | "absorbs"> {
  /** The name under which this generation keeps its losses in a card of the model. */
  readonly version: string;
  /** What a card of this generation has to fit. */
  readonly schema: z.ZodType<Wire>;
  /** Reads a card of this generation. */
  readonly read: Reader<Wire>;
  up(wire: Wire): AgentCard;
  down(card: AgentCard): Wire;
  /** Where a card of this generation keeps what only the model can say. */
  readonly store: CompatStore;
}

/** A place in a card for what the other generation cannot say. */
export interface CompatStore {
  take(card: JsonObject, version: string): { card: JsonObject; kept: JsonObject | undefined };
  put(card: JsonObject, version: string, kept: JsonObject): JsonObject;
}

/**
 * Card translation that loses nothing but signatures, which cover one shape only. Whatever member of a card would not come back
 * as it was is kept, together with what it became; on the way back it is restored if it still says the same, so that a card that
 * was edited in between is never overruled. What was kept came over the wire: it counts only if the result is a card.
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
  const asWire = compile(schema);
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

const asModel = compile(AgentCardSchema);

/** In the model, and in 0.2 and 0.3, an extension nobody has to know. */
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

/** The members that did not come back as they were: what they became, and what they were. */
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
  // Members in their own order, unless there are some that do not belong here.
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
