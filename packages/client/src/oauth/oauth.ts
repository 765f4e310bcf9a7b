import type { HttpClient } from "@a2a/http";
import { type AgentCard, LocalError, type Task } from "@a2a/types";
import { requestedAuthorization } from "@a2a/types/internal";
import { type Credential, chooseCredentials, type SchemeUse } from "../auth/credential.ts";
import { dpopProof, thumbprintOf } from "./dpop-proof.ts";
import { canLogIn, logIn, openPage, possibleFlows, renew, scopesFor } from "./log-in.ts";
import type { OAuthOptions } from "./options.ts";
import { hasExpired, parseToken, type StoredToken, scopesIn, type TokenStore } from "./token.ts";
import { errorCodeOf, tokenFailure } from "./token-requests.ts";

/** The agent to log in to. */
export interface LogInOptions {
  /** The origin of the agent. Tokens are stored by it. */
  readonly origin: string;
  /** Carries out the requests. */
  readonly http: HttpClient;
  /** Ends the login. */
  readonly signal?: AbortSignal;
  /** Scopes to request besides those that the options and the card name, and those of the current token. */
  readonly scopes?: readonly string[];
}

/** Tokens of OAuth 2.0 or OpenID Connect, obtained as the agent's card declares it. */
export interface OAuthCredential extends Credential {
  /** Logs in now, whether or not there is a token, and stores the new one. Calls log in on their own when they need a token. */
  logIn(card: AgentCard, options: LogInOptions): Promise<StoredToken>;
  /**
   * Does what a task with the status `auth-required` asks for, if the agent said it with `requireAuth`: logs in again with further scopes, or
   * opens the page that the agent names. Your next message continues the task. Returns whether there was anything to do.
   */
  authorize(task: Task): Promise<boolean>;
}

/** Scopes to request besides those that the card declares, and the signal that ends the login. */
interface FurtherOptions {
  readonly scopes?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The tokens of one agent. */
interface Entry {
  token?: StoredToken | undefined;
  isLoaded: boolean;
  renewing?: Promise<StoredToken> | undefined;
  /** The token of the latest login of a user, who is not asked again if the agent rejects it at once. */
  entered?: string;
  use?: SchemeUse;
  /** Scopes that tasks have asked for. */
  more: readonly string[];
}

/**
 * Logs in as the agent's card declares it: with client credentials, an authorization code and PKCE, or a device code, depending on the options. Tokens are
 * fetched when they are first needed, renewed at 80 % of their lifetime and when the agent rejects them, and kept in the `store`. Concurrent calls
 * share one login or renewal. Tokens are only sent to the agent's own origins.
 */
export function oauth(options: OAuthOptions): OAuthCredential {
  const tokens = new OAuthTokens(options);
  return {
    name: options.open || options.showCode ? "OAuth login" : "OAuth 2.0 client credentials",
    fits: (scheme) => canLogIn(options, scheme),
    async prove(use) {
      const { accessToken, jkt } = await tokens.current(use);
      if (jkt === undefined || !options.dpop || !use.request) {
        return { headers: { Authorization: `Bearer ${accessToken}` } };
      }
      const proof = await dpopProof(options.dpop, accessToken, use.request);
      return { headers: { Authorization: `DPoP ${accessToken}`, DPoP: proof } };
    },
    renew: (refused, use) => tokens.replace((refused.headers?.Authorization ?? "").replace(/^(Bearer|DPoP) /, ""), use),
    async logIn(card, { origin, http, signal, scopes }) {
      const [chosen] = chooseCredentials(card, [this]);
      const declared = chosen ?? anyScheme(card, this);
      if (declared === undefined) {
        throw new LocalError("CONFIG", `the card of ${card.name} declares no login that these options allow`);
      }
      return tokens.logIn({ ...declared, origin, http }, { signal, scopes });
    },
    authorize: (task) => tokens.authorize(task),
  };
}

/** A scheme for which a login is possible, though it may not be enough on its own; a server that the user named needs no scheme. */
function anyScheme({ securitySchemes = {} }: AgentCard, { fits }: Credential) {
  const bearer = { httpAuthSecurityScheme: { scheme: "Bearer" } };
  const scheme = [...Object.values(securitySchemes), bearer].find((candidate) => fits(candidate));
  return scheme && { scheme, scopes: [] };
}

class OAuthTokens {
  readonly #options: OAuthOptions;
  readonly #store: TokenStore;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(options: OAuthOptions) {
    this.#options = options;
    this.#store = options.store ?? new Map<string, string>();
    this.#now = options.now ?? Date.now;
  }

  async current(use: SchemeUse): Promise<StoredToken> {
    const entry = this.#entryOf(use);
    if (!entry.isLoaded) await this.#load(entry, use.origin);
    const { token } = entry;
    if (token && this.#covers(token, use) && this.#now() < (token.renewAt ?? Number.POSITIVE_INFINITY)) {
      if (token.renewAt !== undefined || !hasExpired(token, this.#now())) return token;
    }
    // Without any way to get another, the agent decides about it.
    if (token && this.#isFinal(token)) return token;
    try {
      return await this.#renew(entry, use);
    } catch (error) {
      // A token that is still good bridges a server that is not there right now.
      if (token && this.#covers(token, use) && !hasExpired(token, this.#now())) return token;
      throw error;
    }
  }

  /** Replaces a token that the agent rejected. */
  async replace(refused: string, use: SchemeUse): Promise<boolean> {
    const entry = this.#entryOf(use);
    // Another call may have renewed it meanwhile.
    if (entry.token && entry.token.accessToken !== refused) return true;
    if (entry.token?.refreshToken === undefined && entry.entered === refused) return false;
    if (entry.token && this.#isFinal(entry.token)) return false;
    return (await this.#renew(entry, use)).accessToken !== refused;
  }

  logIn(use: SchemeUse, options: FurtherOptions): Promise<StoredToken> {
    const entry = this.#entryOf(use);
    return this.#shared(entry, () => this.#logIn(entry, use, options));
  }

  async authorize(task: Task): Promise<boolean> {
    const { scopes, url } = requestedAuthorization(task);
    const entries = [...this.#entries.values()].filter(({ use }) => use);
    const [entry] = entries;
    if (entry?.use === undefined || entries.length > 1) {
      throw new LocalError("CONFIG", "authorize: use one credential for each agent, and call the agent first");
    }
    const { use } = entry;
    const isOpen = url !== undefined && (await openPage(this.#options, use, url));
    if (scopes.length === 0) return isOpen;
    await this.#shared(entry, () => this.#logIn(entry, use, { scopes }));
    return true;
  }

  #entryOf(use: SchemeUse): Entry {
    let entry = this.#entries.get(use.origin);
    if (entry === undefined) {
      entry = { isLoaded: false, more: [] };
      this.#entries.set(use.origin, entry);
    }
    entry.use = use;
    return entry;
  }

  async #load(entry: Entry, origin: string): Promise<void> {
    const stored = parseToken(await this.#store.get(origin));
    entry.isLoaded = true;
    const { clientId, tokenUrl, dpop } = this.#options;
    if (stored?.jkt !== undefined && (!dpop || stored.jkt !== (await thumbprintOf(dpop)))) return;
    if (stored?.clientId !== clientId || (tokenUrl !== undefined && tokenUrl !== stored.tokenUrl)) return;
    entry.token = stored;
  }

  #isFinal({ refreshToken }: StoredToken): boolean {
    return refreshToken === undefined && possibleFlows(this.#options).length === 0;
  }

  #covers({ scope }: StoredToken, use: SchemeUse): boolean {
    const granted = scopesIn(scope);
    const { more } = this.#entryOf(use);
    return scopesFor(this.#options, use, more).every((needed) => granted.includes(needed));
  }

  #shared(entry: Entry, get: () => Promise<StoredToken>): Promise<StoredToken> {
    entry.renewing ??= get().finally(() => {
      entry.renewing = undefined;
    });
    return entry.renewing;
  }

  #renew(entry: Entry, use: SchemeUse): Promise<StoredToken> {
    return this.#shared(entry, async () => {
      const before = entry.token;
      // Another process may have renewed it.
      await this.#load(entry, use.origin);
      const { token } = entry;
      const isOther = token && token.accessToken !== before?.accessToken && !hasExpired(token, this.#now());
      if (isOther && this.#covers(token, use)) return token;
      if (token?.refreshToken !== undefined && this.#covers(token, use)) {
        const renewed = await this.#refresh(entry, use, { ...token, refreshToken: token.refreshToken });
        if (renewed) return renewed;
      }
      return this.#logIn(entry, use);
    });
  }

  /** The renewed token; `undefined` when the server does not accept the refresh token any longer. */
  async #refresh(
    entry: Entry,
    use: SchemeUse,
    token: StoredToken & { readonly refreshToken: string },
  ): Promise<StoredToken | undefined> {
    try {
      return await this.#keep(entry, use, await renew(this.#options, use, token));
    } catch (error) {
      const other = parseToken(await this.#store.get(use.origin));
      const isReplaced = errorCodeOf(error) === "invalid_grant";
      if (isReplaced && other && other.refreshToken !== token.refreshToken) {
        entry.token = other; // another process was faster
        return other;
      }
      if (isReplaced && possibleFlows(this.#options).length > 0) return undefined;
      throw tokenFailure(token.tokenUrl, error);
    }
  }

  async #logIn(entry: Entry, use: SchemeUse, { scopes = [], signal }: FurtherOptions = {}): Promise<StoredToken> {
    const more = scopesIn(...entry.more, ...scopes);
    const token = await logIn(this.#options, use, [...scopesIn(entry.token?.scope), ...more], signal);
    // Only now: after a refused login, the token that is there still serves all other calls.
    entry.more = more;
    if (this.#options.open || this.#options.showCode) entry.entered = token.accessToken;
    return this.#keep(entry, use, token);
  }

  async #keep(entry: Entry, use: SchemeUse, token: StoredToken): Promise<StoredToken> {
    entry.token = token;
    entry.isLoaded = true;
    await this.#store.set(use.origin, JSON.stringify(token));
    return token;
  }
}
