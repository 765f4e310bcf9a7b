export { type CardHandler, cardHandler } from "./handler/card-handler.ts";
