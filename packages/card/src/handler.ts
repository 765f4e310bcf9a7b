export { type CardHandler, type CardHandlerOptions, cardHandler } from "./handler/card-handler.ts";
