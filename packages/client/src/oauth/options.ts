import type { HttpClient } from "@a2a/http";
import type { CryptoKeyPair } from "oauth4webapi";
import type { SecretText } from "../auth/secret-text.ts";
import type { TokenStore } from "./token.ts";

/** The client, and the ways in which it can log in. The card of the agent provides the rest. */
export interface OAuthOptions {
  /** The client id, as the authorization server knows it. */
  clientId: string;
  /**
   * The secret of the client. On its own, it allows the client credentials flow. It is sent to the agent's own origin, and to a server that
   * you name by `issuer` or `tokenUrl`, but never to one that only a card names.
   */
  clientSecret?: SecretText;
  /** How the client authenticates: in the `Authorization` header (the default) or in the form. */
  clientAuth?: "basic" | "post";
  /** Opens a page in the user's browser, for the authorization code flow (with PKCE). It needs `redirect` too. */
  open?: (url: string) => unknown;
  /** Receives the browser after the login. On Node, `loopbackRedirect()` of `@a2a/client/oauth-node`. */
  redirect?: (state: string) => Promise<Redirect>;
  /** Shows the user a code to enter on a page, for the device code flow. */
  showCode?: (code: DeviceCode) => unknown;
  /**
   * Whether to log in at a server that only the card names: show the user its host. Without this function, such a login is refused, unless the
   * server is at the agent's own origin.
   */
  confirm?: (login: LoginServer) => boolean | Promise<boolean>;
  /** The authorization server, whose metadata is read (OpenID Connect discovery or RFC 8414). Default: the server that the card names. */
  issuer?: string;
  /** The token endpoint. Default: the card's. */
  tokenUrl?: string;
  /** The device authorization endpoint. Default: the card's. */
  deviceUrl?: string;
  /** The page on which users log in. Default: the card's. */
  authorizationUrl?: string;
  /**
   * The scopes to request, separated by spaces. Default: those that the card and the `skills` require; if they require none, those that the card
   * lists for the flow.
   */
  scope?: string;
  /** The ids of skills whose scopes to request too. */
  skills?: readonly string[];
  /** The resource that tokens are for (RFC 8707), for authorization servers that issue tokens for several. */
  resource?: string;
  /**
   * Binds tokens to this key (DPoP, RFC 9449), so that a stolen token is useless: ECDSA with P-256, or Ed25519. Keep the key as long as the tokens; stored
   * tokens of another key are ignored. Nonces of the agent are not supported.
   */
  dpop?: CryptoKeyPair;
  /** Where tokens are kept. Default: in memory. */
  store?: TokenStore;
  /** Carries out the requests to the authorization server. Default: the connection's client, which only calls public addresses unless `egress` allows more. */
  http?: HttpClient;
  /** How long a login may take. Default 300,000. */
  loginTimeoutMs?: number;
  /** The time in milliseconds since 1970. */
  now?: () => number;
}

/** The authorization server of a login. */
export interface LoginServer {
  /** The origin of the agent. */
  readonly agent: string;
  /** The host that issues the token. */
  readonly server: string;
  /** The host of the page on which the user logs in, if that belongs to another site than the server: be careful. */
  readonly page?: string;
}

/** A code for the user to enter. */
export interface DeviceCode {
  /** The page to open. */
  readonly url: string;
  /** The code to enter there. */
  readonly code: string;
  /** The same page with the code filled in, if the server has one. */
  readonly completeUrl?: string;
}

/** A listener for the browser that comes back from the login page. */
export interface Redirect extends AsyncDisposable {
  /** The redirect URI. */
  readonly uri: string;
  /** The URL that the browser requested, with the state that was passed. */
  readonly response: Promise<URL>;
}
