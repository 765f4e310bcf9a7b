import { invalidParams } from "@a2a/types";
import type { ListCursor, Scope } from "../engine/port/task-engine.ts";
import { secretBytes } from "../util/secret-bytes.ts";
import type { ListFilters, PageTokenSigner } from "./page-token-signer.ts";

/**
 * Page tokens: the place where the next page begins and the filters it belongs to, signed together with whose list it is. So a
 * token cannot be made up, changed, or used by another caller.
 */
export class PageTokens {
  readonly #secret: Uint8Array<ArrayBuffer>;
  #signer: PageTokenSigner | undefined;

  constructor(secret: string | undefined) {
    this.#secret =
      secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : secretBytes("pageTokenSecret", secret);
  }

  /** The token for a place in a list. */
  async write(cursor: ListCursor, scope: Scope, filters: ListFilters): Promise<string> {
    const signer = this.#signer ?? (await this.#load());
    return signer.write(cursor, scope, filters);
  }

  /** The place a token names. Throws `INVALID_PARAMS` for one that is not for this list of this caller. */
  async read(token: string, scope: Scope, filters: ListFilters): Promise<ListCursor> {
    const signer = this.#signer ?? (await this.#load());
    const found = await signer.read(token, scope, filters);
    if (typeof found === "string") throw invalidParams("pageToken", `the page token ${found}: begin again without one`);
    return found;
  }

  /** Few callers list more than one page, so the code for it is loaded when one does. */
  async #load(): Promise<PageTokenSigner> {
    const { PageTokenSigner } = await import("./page-token-signer.ts");
    this.#signer ??= new PageTokenSigner(this.#secret);
    return this.#signer;
  }
}
