import type { ErrorCode, LocalErrorCode } from "@a2a/types";

/** What happens beyond a limit: an error with its message, or a sentence. `{}` in a message stands for the limit. */
export type Beyond =
  | { readonly code: ErrorCode; readonly message: string }
  | { readonly local: LocalErrorCode; readonly message: string }
  | string;

/** Options of one interface. Its doc comments say what each option limits. */
export interface OptionLimits {
  /** The file and the name of the interface; the path starts below `packages`. */
  readonly file: string;
  readonly options: string;
  /** Where the interface stands among the options of its users: `limits.` */
  readonly prefix: string;
  /** Where the defaults are, unless in the same file. */
  readonly defaults?: string;
  readonly beyond: Readonly<Record<string, Beyond>>;
  /** Where the default of an option is, if elsewhere; or its default in words, if it is not a constant. */
  readonly elsewhere?: Readonly<Record<string, Elsewhere | { readonly words: string }>>;
  /** The members that limit nothing. */
  readonly others?: readonly string[];
}

/** Where a default is: under another name, or in the parameter of a type, where the file has several of that name. */
export interface Elsewhere {
  readonly file: string;
  readonly name?: string;
  readonly of?: string;
}

/** A limit that no option changes: a constant. */
export interface FixedLimit {
  readonly file: string;
  readonly name: string;
  readonly meaning: string;
  readonly unit?: Unit;
  readonly beyond: Beyond;
}

/** The unit of a limit whose name does not end with it. */
export type Unit = "bytes" | "characters" | "ms" | "count";

/** A section of the page. */
export interface Section {
  readonly title: string;
  readonly introduction: string;
  readonly options: readonly OptionLimits[];
  readonly fixed?: readonly FixedLimit[];
}
