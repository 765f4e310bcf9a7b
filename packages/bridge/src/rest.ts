export {
  decodeRestAnswer,
  decodeRestEvents,
  encodeRestCall,
  type RestCallOptions,
  restError,
  restEventReader,
} from "./bindings/rest-client.ts";
export { type Match, matchRoute } from "./bindings/rest-routes.ts";
export {
  decodeRestCall,
  detectRestVersion,
  hasRoute,
  type RestOptions,
  restReply,
} from "./bindings/rest-server.ts";
export { restVariants } from "./bindings/rest-variants.ts";
export type { RestVariant } from "./codec/rest-variant.ts";
