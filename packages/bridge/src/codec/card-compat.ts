import { type AgentCard, isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { equalJson } from "./equal.ts";
import { COMPAT } from "./preserve.ts";
import { toWire } from "./to-wire.ts";

/** The plain translation of cards, which loses what the other side cannot say. */
export interface CardTranslation<Wire extends object> {
  /** The name under which this generation keeps its losses in a card of the model. */
  readonly version: string;
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
 * was edited in between is never overruled.
 */
export function cardTranslation<Wire extends object>(plain: CardTranslation<Wire>) {
  return {
    up(source: JsonObject, read: (wire: JsonObject) => Wire): AgentCard {
      const { card, kept } = plain.store.take(source, "1.0");
      const wire = toObject(withoutSignatures(toObject(read(card))));
      const up = (value: JsonObject) => toObject(plain.up(value as unknown as Wire)); // a value of `read`, or of `down`
      const down = (value: JsonObject) => withoutSignatures(toObject(plain.down(asCard(value))));
      const model = restore(up(wire), kept);
      return asCard(keep(model, changes(wire, down(model)), plain.version, inExtensions));
    },
    down(card: AgentCard): Wire {
      const taken = inExtensions.take(withoutSignatures(toObject(card)), plain.version);
      const up = (value: JsonObject) => toObject(plain.up(value as unknown as Wire)); // a value of `down`
      const down = (value: JsonObject) => withoutSignatures(toObject(plain.down(asCard(value))));
      const wire = restore(down(taken.card), taken.kept);
      const kept = keep(wire, changes(taken.card, up(wire)), "1.0", plain.store);
      return kept as unknown as Wire; // a card of this generation with one more member
    },
  };
}

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

function restore(card: JsonObject, kept: JsonObject | undefined): JsonObject {
  if (kept === undefined) return card;
  const restored = { ...card };
  for (const [key, change] of Object.entries(kept)) {
    if (!isJsonObject(change) || !equalJson(card[key], change.from)) continue;
    if (change.to === undefined) delete restored[key];
    else restored[key] = change.to;
  }
  return restored;
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

function asCard(card: JsonObject): AgentCard {
  return card as unknown as AgentCard; // a translated card with members restored that once were of that type
}
