import { didYouMean } from "@a2a/types/internal";
import { UsageError } from "./failure.ts";

/** The error for a subcommand that does not exist, or that is missing. */
export function wrongSubcommand(command: string, word: string | undefined, known: readonly string[]): UsageError {
  const expected = `expected ${oneOf(known)}`;
  if (word === undefined || word === "") return new UsageError(`a2a ${command} needs a subcommand: ${expected}`);
  return new UsageError(`unknown subcommand "${word}" of a2a ${command}; ${didYouMean(word, known, expected)}`);
}

/** Words as an enumeration: `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
