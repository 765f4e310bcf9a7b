import { type AgentExecutor, textOf } from "@a2a/types";

const words: Readonly<Record<string, string>> = {
  hello: "bonjour",
  world: "monde",
  tax: "impôt",
  tide: "marée",
  high: "haute",
  low: "basse",
  water: "eau",
};

/** Translates word by word. Served in protocol version 0.1. */
export const translator: AgentExecutor = async function* ({ message }) {
  const text = textOf(message);
  yield text.replace(/[a-z]+/gi, (word) => words[word.toLowerCase()] ?? word);
};
