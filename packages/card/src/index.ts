export { type Binding, buildCard, type CardAuthor, interfacesAt, type ServedAt } from "./build/build-card.ts";
export { type DecodedCard, decodeCard, encodeCard } from "./discover/decode-card.ts";
export {
  cardAddresses,
  type FetchCardOptions,
  type FetchedCard,
  fetchAgentCard,
  WELL_KNOWN,
} from "./discover/fetch-card.ts";
export {
  bindingOf,
  commonInterfaces,
  type Selection,
  type Spoken,
  selectInterface,
} from "./discover/select-interface.ts";
