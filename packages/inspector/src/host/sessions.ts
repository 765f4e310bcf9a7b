import { randomBytes } from "node:crypto";
import type { IncomingRequest } from "@a2a/server";
import { isSameSecret } from "./gate.ts";
import type { InspectorOptions } from "./options.ts";
import { Workspace } from "./workspace.ts";

/** How many sessions there may be; the one that was used longest ago is closed. */
const MAX_SESSIONS = 16;

/** How a session is requested: with the token, or with a credential in the header of this name. */
export interface Proof {
  readonly token: string;
  readonly header: string;
}

/** Sessions by the value of their cookie. */
export class Sessions {
  /** Cookies of one host are shared by its ports, so each inspector has a name of its own. */
  readonly cookie = `a2a-inspect-${randomBytes(6).toString("hex")}`;
  readonly #options: InspectorOptions;
  readonly #token: string;
  readonly #base: string;
  readonly #sessions = new Map<string, Workspace>();

  constructor(options: InspectorOptions, { token, base }: { token: string; base: string }) {
    this.#options = options;
    this.#token = token;
    this.#base = base;
  }

  /** Why a session is not opened. */
  get refusal(): string {
    return this.#options.authenticate
      ? "the credentials are missing or wrong"
      : "the session token is missing or wrong: open the link that was printed";
  }

  /** Opens a session for a request with the token, or, on a server with authentication, for an authenticated caller. */
  async open(
    request: IncomingRequest,
    { token, header }: Proof,
  ): Promise<{ id: string; workspace: Workspace } | undefined> {
    const { authenticate } = this.#options;
    const known = this.#idOf(request.headers.cookie);
    const isAllowed = authenticate ? await authenticate(request) : isSameSecret(token, this.#token);
    if (!isAllowed) return undefined;
    const before = known === undefined ? undefined : this.#sessions.get(known);
    // Tabs of one browser share a session; other credentials begin another.
    if (known !== undefined && before && !authenticate) return { id: known, workspace: before };
    const id = randomBytes(32).toString("base64url");
    const workspace = new Workspace(this.#options, this.#base, authenticate ? credentialOf(request, header) : {});
    this.#sessions.set(id, workspace);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) {
      await this.#sessions.get(oldest)?.close();
      this.#sessions.delete(oldest);
    }
    return { id, workspace };
  }

  find(cookies: string | undefined): Workspace | undefined {
    const id = this.#idOf(cookies);
    const found = id === undefined ? undefined : this.#sessions.get(id);
    if (id !== undefined && found) {
      this.#sessions.delete(id);
      this.#sessions.set(id, found);
    }
    return found;
  }

  withHook(hook: string): Workspace | undefined {
    return [...this.#sessions.values()].find((workspace) => isSameSecret(hook, workspace.hook));
  }

  /** Takes a browser that came back from a login page: it carries the state of its login, and no cookie. Returns whether it was expected. */
  acceptLogin(query: string): boolean {
    return [...this.#sessions.values()].some(({ returns }) => returns.accept(query));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((workspace) => workspace.close()));
    this.#sessions.clear();
  }

  #idOf(cookies = ""): string | undefined {
    for (const pair of cookies.split(";")) {
      const [name = "", value] = pair.trim().split("=", 2);
      if (name === this.cookie) return value;
    }
    return undefined;
  }
}

/** The header in which a caller has sent its credential: the agent gets it again when it is called through the page. */
function credentialOf({ headers }: IncomingRequest, header: string): Record<string, string> {
  const value = headers[header.toLowerCase()];
  return value === undefined ? {} : { [header]: value };
}
