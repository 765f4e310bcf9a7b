import { type LogInOptions, type LoginServer, type OAuthCredential, oauth, type TokenStore } from "@a2a/client/oauth";
import type { Redactor } from "@a2a/http";
import { nodeClient } from "@a2a/http/node";
import type { AgentCard } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";
import type { Journal } from "./journal.ts";

/** The dependencies that the logins of one session share. */
export interface LoginParts {
  readonly journal: Journal;
  readonly redactor: Redactor;
  /** Tokens by origin of their agent, for later connections of the session. */
  readonly tokens: TokenStore & { has(origin: string): boolean };
  readonly returns: LoginReturns;
}

/** Browsers that come back from login pages, by the state that they carry. */
export class LoginReturns {
  readonly #uri: string;
  readonly #waiting = new Map<string, PromiseWithResolvers<URL>>();

  /** @param uri The redirect URI. */
  constructor(uri: string) {
    this.#uri = uri;
  }

  /** Waits for the browser with a state. */
  async expect(state: string) {
    const returned = Promise.withResolvers<URL>();
    this.#waiting.set(state, returned);
    return {
      uri: this.#uri,
      response: returned.promise,
      [Symbol.asyncDispose]: async () => void this.#waiting.delete(state),
    };
  }

  /** Takes a browser that came back. Returns whether it was expected. */
  accept(query: string): boolean {
    const url = new URL(`${this.#uri}?${query}`);
    const returned = this.#waiting.get(url.searchParams.get("state") ?? "");
    returned?.resolve(url);
    return returned !== undefined;
  }
}

/** A login of the user at the authorization server that the card of an agent names. */
export class Login implements AsyncDisposable {
  readonly clientId: string;
  readonly credential: OAuthCredential;
  readonly #address: string;
  readonly #journal: Journal;
  #taskId: string | undefined;
  readonly #http: ReturnType<typeof nodeClient>;

  constructor(address: string, clientId: string, { journal, redactor, tokens, returns }: LoginParts) {
    this.clientId = clientId;
    this.#address = address;
    this.#journal = journal;
    // Not the recorded client: codes and tokens stay out of the journal.
    this.#http = nodeClient({ egress: { allowHosts: ownHosts(address) } });
    let login: LoginServer | undefined;
    const show = (page: { readonly url: string; readonly code?: string }) => {
      // The page shows the hosts, and the user decides by following the link.
      const server = login?.server ?? new URL(page.url).hostname;
      const taskId = this.#taskId;
      journal.append({ login: { address, clientId, ...(taskId !== undefined && { taskId }), server, ...page } });
    };
    const store: TokenStore = {
      get: (origin) => tokens.get(origin),
      set(origin, text) {
        const { accessToken, refreshToken } = JSON.parse(text) as { accessToken: string; refreshToken?: string }; // a stored token
        redactor.add(accessToken);
        if (refreshToken !== undefined) redactor.add(refreshToken);
        tokens.set(origin, text);
        journal.append({ login: { address } });
      },
      delete: (origin) => tokens.delete(origin),
    };
    this.credential = oauth({
      clientId,
      store,
      http: this.#http.http,
      open: (url) => show({ url }),
      redirect: (state) => returns.expect(state),
      showCode: ({ url, code }) => show({ url, code }),
      confirm(server) {
        login = server;
        return true;
      },
    });
  }

  /** Logs the user in now. `taskId` is the task that asks for it. */
  async logIn(
    card: AgentCard,
    { taskId, ...options }: Omit<LogInOptions, "origin"> & { readonly taskId?: string },
  ): Promise<void> {
    this.#taskId = taskId;
    try {
      await this.credential.logIn(card, { origin: new URL(this.#address).origin, ...options });
    } finally {
      this.#taskId = undefined;
      this.#journal.append({ login: { address: this.#address } });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http.close();
  }
}

/** The authorization server may be at any port of the agent's own host; all names of this machine are one host. */
function ownHosts(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { hostname } = new URL(address);
  return isLoopback(hostname) ? ["localhost", "127.0.0.1", "[::1]"] : [hostname];
}
