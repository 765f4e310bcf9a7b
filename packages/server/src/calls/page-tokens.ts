import { A2AError } from "@a2a/types";
import type { ListCursor, ListQuery, Scope } from "../engine/port/task-engine.ts";

/** Which tasks a list is of. */
export type ListFilters = Pick<ListQuery, "contextId" | "status" | "statusTimestampAfter">;

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const encoder = new TextEncoder();

/**
 * Page tokens: the place where the next page begins and the filters it belongs to, signed together with whose list it is. So a
 * token cannot be made up, changed, or used by another caller.
 */
export class PageTokens {
  readonly #secret: Uint8Array<ArrayBuffer>;
  #key: Promise<SigningKey> | undefined;

  constructor(secret: string | undefined) {
    this.#secret = secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : encoder.encode(secret);
    if (this.#secret.length < 16)
      throw new TypeError("pageTokenSecret: expected at least 16 bytes, such as a random id");
  }

  /** The token for a place in a list. */
  async write({ statusAt, id }: ListCursor, scope: Scope, filters: ListFilters): Promise<string> {
    const place = encodeBase64Url(encoder.encode(JSON.stringify([statusAt, id, digest(filters)])));
    const signature = await crypto.subtle.sign("HMAC", await this.#signingKey(), signed(place, scope));
    return `${place}.${encodeBase64Url(new Uint8Array(signature))}`;
  }

  /** The place a token names. Throws `INVALID_PARAMS` for one that is not for this list of this caller. */
  async read(token: string, scope: Scope, filters: ListFilters): Promise<ListCursor> {
    const [place = "", signature = "", ...more] = token.length > LONGEST ? [] : token.split(".");
    const bytes = more.length === 0 ? decodeBase64Url(signature) : undefined;
    const genuine =
      bytes && (await crypto.subtle.verify("HMAC", await this.#signingKey(), bytes, signed(place, scope)));
    if (!genuine) throw invalidToken("is not one this server gave out to this caller");
    // It is what `write` made of its arguments.
    const [statusAt, id, belongsTo] = JSON.parse(new TextDecoder().decode(decodeBase64Url(place))) as [
      number,
      string,
      number,
    ];
    if (belongsTo !== digest(filters)) throw invalidToken("belongs to a list with other filters");
    return { statusAt, id };
  }

  #signingKey(): Promise<SigningKey> {
    const how = { name: "HMAC", hash: "SHA-256" };
    this.#key ??= crypto.subtle.importKey("raw", this.#secret, how, false, ["sign", "verify"]);
    return this.#key;
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

function invalidToken(reason: string): A2AError {
  const description = `the page token ${reason}: begin again without one`;
  return new A2AError("INVALID_PARAMS", `Invalid parameters: pageToken: ${description}`, {
    violations: [{ field: "pageToken", description }],
  });
}
