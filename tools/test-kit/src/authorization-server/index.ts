import { createLocalJWKSet, exportJWK, generateKeyPair } from "jose";
import { type ClientMetadata, errors, Provider } from "oidc-provider";
import { type Loopback, serve } from "../loopback.ts";
import { registerTokenExchange } from "./exchange.ts";
import { answerInteraction } from "./interaction.ts";
import { createStorage } from "./storage.ts";

export { TOKEN_EXCHANGE } from "./exchange.ts";
export { visit } from "./person.ts";

/** The clients and resources that an authorization server knows. */
export interface AuthorizationServerOptions {
  /** Registered clients. Those with a secret may exchange tokens whose audience is their own id. */
  readonly clients: readonly ClientMetadata[];
  /** The scopes of each resource, separated by spaces, by the audience of its tokens. */
  readonly resources: Readonly<Record<string, string>>;
  /** The lifetime of access tokens in seconds. Default 600. */
  readonly lifetimeSeconds?: number;
  /** Who logs in on its pages, and grants everything that a client asks for, except `refused`. Default `ann`. */
  readonly user?: string;
  /** A scope that the user does not grant. */
  readonly refused?: string;
  /** The format of access tokens. Default `jwt`. */
  readonly format?: "jwt" | "opaque";
}

/** A running authorization server. */
export interface AuthorizationServer extends AsyncDisposable {
  readonly issuer: string;
  readonly tokenUrl: string;
  readonly jwks: string;
  readonly deviceUrl: string;
  readonly authorizationUrl: string;
  readonly introspectionUrl: string;
  /** The grant types of the token requests that succeeded, in order. */
  readonly granted: readonly string[];
  /** Issues an access token of a user to a client, as after a login. */
  issue(user: string, clientId: string, audience: string, scope: string): Promise<string>;
}

/** `oidc-provider` on 127.0.0.1, with token exchange as a grant type of its own. Its pages log in one user without asking. */
export async function serveAuthorizationServer(options: AuthorizationServerOptions): Promise<AuthorizationServer> {
  const { resources, lifetimeSeconds = 600, user = "ann", refused, format = "jwt" } = options;
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "test-1", alg: "ES256", use: "sig" };
  const granted: string[] = [];
  const actors = new WeakMap<object, { act: object }>();
  let listener: ReturnType<Provider["callback"]> | undefined;
  const server: Loopback = await serve((request, response) =>
    request.url?.startsWith("/interaction/")
      ? answerInteraction(provider, { user, refused }, request, response)
      : listener?.(request, response),
  );
  const issuer = server.url;
  const toResource = (audience: string) => {
    const scope = Object.hasOwn(resources, audience) ? resources[audience] : undefined;
    if (scope === undefined) throw new errors.InvalidTarget();
    const signed = { accessTokenFormat: "jwt", jwt: { sign: { alg: "ES256" } } } as const;
    const opaque = { accessTokenFormat: "opaque" } as const;
    return { scope, audience, accessTokenTTL: lifetimeSeconds, ...(format === "jwt" ? signed : opaque) };
  };
  const provider = new Provider(issuer, {
    adapter: createStorage(),
    clients: [...options.clients],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    jwks: { keys: [key] },
    cookies: { keys: ["of a test"] },
    scopes: [...new Set(["openid", "offline_access", ...Object.values(resources).flatMap((all) => all.split(" "))])],
    ttl: {
      AccessToken: lifetimeSeconds,
      ClientCredentials: lifetimeSeconds,
      Grant: 3_600,
      Interaction: 600,
      Session: 3_600,
      RefreshToken: 3_600,
      DeviceCode: 600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    extraTokenClaims: (_context, token) => actors.get(token),
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => false },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: showForm,
        userCodeConfirmSource: showForm,
        successSource: (context) => showForm(context, "<p>Done</p>"),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => Object.keys(resources)[0] ?? [],
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, audience) => toResource(audience),
      },
    },
  });
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: key.kid }] });
  registerTokenExchange(provider, { keys, toResource, actors });
  provider.on("grant.success", ({ oidc }) => void granted.push(String(oidc.params?.grant_type)));
  listener = provider.callback();
  return {
    issuer,
    tokenUrl: `${issuer}/token`,
    jwks: `${issuer}/jwks`,
    deviceUrl: `${issuer}/device/auth`,
    authorizationUrl: `${issuer}/auth`,
    introspectionUrl: `${issuer}/token/introspection`,
    granted,
    async issue(accountId, clientId, audience, scope) {
      const client = await provider.Client.find(clientId);
      if (client === undefined) throw new Error(`there is no client ${clientId}`);
      const token = new provider.AccessToken({ accountId, client, scope, grantId: "", gty: "authorization_code" });
      token.resourceServer = new provider.ResourceServer(audience, toResource(audience));
      return await token.save();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A page with a form of `oidc-provider`, whose fields are complete. */
function showForm(context: { body?: unknown }, form: string): void {
  context.body = `<!doctype html><title>Login</title>${form.replace("</form>", "<button>Continue</button></form>")}`;
}
