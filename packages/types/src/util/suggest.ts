/** The candidate that a mistyped word most likely means, if one is close enough. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  // One edit in a short word, two in a longer one: more would suggest words that share nothing but their length.
  let smallest = typed.length > 4 ? 2 : 1;
  let best: string | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.toLowerCase());
    if (distance < smallest || (distance === smallest && best === undefined)) [smallest, best] = [distance, candidate];
  }
  return best ?? [...candidates].find((candidate) => typed.length > 2 && candidate.toLowerCase().startsWith(typed));
}

/** `did you mean X?`, or what else to say when nothing is close. */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const best = suggestion(word, candidates);
  return best === undefined ? otherwise : `did you mean ${best}?`;
}

/** The first member of an object that is not known, with what was probably meant; `undefined` when all are known. */
export function unknownMember(
  value: object,
  known: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly hint: string } | undefined {
  const name = Object.keys(value).find((candidate) => !Object.hasOwn(known, candidate));
  if (name === undefined) return undefined;
  const names = Object.keys(known).sort();
  return { name, hint: didYouMean(name, names, `expected one of: ${names.join(", ")}`) };
}

/** Insertions, deletions, substitutions and swaps of neighbors that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}
