import type { ListCursor, ListQuery, Scope } from "../engine/port/task-engine.ts";

/** Which tasks a list is of. */
export type ListFilters = Pick<ListQuery, "contextId" | "status" | "statusTimestampAfter">;

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const encoder = new TextEncoder();

/** Writes and reads page tokens. It imports nothing, so that bundles load it on demand at no cost. */
export class PageTokenSigner {
  readonly #key: Promise<SigningKey>;

  constructor(secret: Uint8Array<ArrayBuffer>) {
    const how = { name: "HMAC", hash: "SHA-256" };
    this.#key = crypto.subtle.importKey("raw", secret, how, false, ["sign", "verify"]);
  }

  /** The token for a place in a list. */
  async write({ statusAt, id }: ListCursor, scope: Scope, filters: ListFilters): Promise<string> {
    const place = encodeBase64Url(encoder.encode(JSON.stringify([statusAt, id, digest(filters)])));
    const signature = await crypto.subtle.sign("HMAC", await this.#key, signed(place, scope));
    return `${place}.${encodeBase64Url(new Uint8Array(signature))}`;
  }

  /** The place a token names, or what is wrong with a token that is not for this list of this caller. */
  async read(token: string, scope: Scope, filters: ListFilters): Promise<ListCursor | string> {
    const [place = "", signature = "", ...more] = token.length > LONGEST ? [] : token.split(".");
    const bytes = more.length === 0 ? decodeBase64Url(signature) : undefined;
    const genuine = bytes && (await crypto.subtle.verify("HMAC", await this.#key, bytes, signed(place, scope)));
    if (!genuine) return "is not one this server gave out to this caller";
    // `write` serialized this from its arguments.
    const [statusAt, id, belongsTo] = JSON.parse(new TextDecoder().decode(decodeBase64Url(place))) as [
      number,
      string,
      number,
    ];
    return belongsTo === digest(filters) ? { statusAt, id } : "belongs to a list with other filters";
  }
}

const LONGEST = 2_000;

function signed(place: string, { tenant, owner }: Scope): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify([tenant, owner, place]));
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
  } catch {
    return undefined; // not base64
  }
}

function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

function digest({ contextId, status, statusTimestampAfter }: ListFilters): number {
  const text = JSON.stringify([contextId, status, statusTimestampAfter]);
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0;
  return hash;
}
