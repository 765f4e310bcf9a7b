/** One violation: its location and how to fix it. */
export interface Finding {
  /** Path from the root of the repository, with forward slashes. */
  file: string;
  /** Counted from 1; absent when the file as a whole is meant. */
  line?: number;
  message: string;
}

/** A finding as one line that editors and terminals turn into a link. */
export function formatFinding({ file, line, message }: Finding): string {
  return `${file}${line === undefined ? "" : `:${line}`}  ${message}`;
}
