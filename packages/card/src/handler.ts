export { cardHandler } from "./handler/any-card-handler.ts";
export { type CardHandler, type CardHandlerOptions, cardHandlerWith } from "./handler/card-handler.ts";
