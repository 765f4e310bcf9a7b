/**
 * A strong entity tag: 128 bits that depend on every character of a text. It distinguishes versions of one document and does
 * not have to resist attacks, so a synchronous hash that works in every runtime is enough.
 */
export function etagOf(text: string): string {
  return `"${digest(text, 0x2c1b3c6d)}${digest(text, 0x297a2d39)}"`;
}

function digest(text: string, seed: number): string {
  let [a, b] = [seed, ~seed];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul((b ^ code) + a, 0x85ebca77);
    a ^= b >>> 15;
  }
  return [a, b].map((half) => (scatter(half) >>> 0).toString(16).padStart(8, "0")).join("");
}

function scatter(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 16), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

/** Whether a conditional request names this tag, or any. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
