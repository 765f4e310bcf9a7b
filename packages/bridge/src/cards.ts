export { type CardReader, detectCard } from "./codec/detect-version.ts";
export { cardErrorAnswer } from "./versions/card-error.ts";
export { cardReaders } from "./versions/card-readers.ts";
