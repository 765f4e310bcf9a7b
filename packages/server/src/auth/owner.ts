import type { Principal } from "@a2a/types";

/**
 * The owner of the tasks that a caller begins: its subject, and who vouches for it. The same subject from two issuers counts as two owners. The
 * encoded source holds no bar, so that no subject can pass for one of another source.
 */
export function ownerOf({ source, subject }: Principal): string {
  return source === undefined ? subject : `${encodeURIComponent(source.toWellFormed())}|${subject}`;
}
