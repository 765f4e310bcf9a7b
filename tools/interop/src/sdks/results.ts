import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Language, Section } from "./sdk.ts";

/** The results of the last run of one language. */
export interface Results {
  readonly language: Language;
  /** The day of the run, and the toolchain. */
  readonly date: string;
  readonly toolchain: string;
  readonly sections: readonly Section[];
  /** SDKs that could not be built, with the reason. */
  readonly notRun: readonly { readonly sdk: string; readonly reason: string }[];
}

const LANGUAGES: readonly Language[] = ["javascript", "python", "go", "rust", "java", "hosts"];

const fileOf = (language: Language) => new URL(`../../results/${language}.json`, import.meta.url);

/** The recorded results of every language that has been run. */
export function readResults(): Results[] {
  return LANGUAGES.filter((language) => existsSync(fileOf(language))).map(
    (language) => JSON.parse(readFileSync(fileOf(language), "utf8")) as Results, // written below
  );
}

/** Records the results of a run. */
export function writeResults(results: Results): void {
  writeFileSync(fileOf(results.language), `${JSON.stringify(results, undefined, 2)}\n`);
}
