export { type CardHandler, type CardHandlerOptions, cardHandler, cardHandlerWith } from "./handler/card-handler.ts";
