import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { errors, type Provider, type ResourceServer } from "oidc-provider";

/** The grant type of RFC 8693. */
export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

interface ExchangeParts {
  /** The keys of the authorization server. */
  readonly keys: JWTVerifyGetKey;
  readonly toResource: (audience: string) => ResourceServer;
  /** The further claims of a token, which the server asks for when it issues the token. */
  readonly actors: WeakMap<object, { act: object }>;
}

interface ExchangeParameters {
  subject_token?: string;
  subject_token_type?: string;
  audience?: string;
  scope?: string;
}

/**
 * Adds token exchange to an authorization server that lacks it. A client may exchange access tokens that were issued for it: those whose
 * audience is its id. The new token is for the same user, names the client as the actor before earlier ones, and has no further scopes.
 */
export function registerTokenExchange(provider: Provider, { keys, toResource, actors }: ExchangeParts): void {
  const handler = async (
    context: Parameters<Parameters<typeof provider.registerGrantType<ExchangeParameters>>[1]>[0],
  ) => {
    const { client, params } = context.oidc;
    const { subject_token: subjectToken = "", subject_token_type: type, audience = "" } = params;
    if (type !== "urn:ietf:params:oauth:token-type:access_token") {
      throw new errors.InvalidRequest("subject_token_type: expected an access token");
    }
    const subject = await verified(subjectToken, { keys, issuer: provider.issuer, audience: client.clientId });
    const held = String(subject.scope ?? "").split(" ");
    const scopes = params.scope?.split(" ") ?? held;
    const further = scopes.find((scope) => !held.includes(scope));
    if (further !== undefined) throw new errors.InvalidScope("the subject token lacks it", further);
    const resource = toResource(audience);
    const token = new provider.AccessToken({
      accountId: String(subject.sub),
      client,
      scope: scopes.filter((scope) => resource.scope.split(" ").includes(scope)).join(" "),
      grantId: "",
      gty: TOKEN_EXCHANGE,
      resourceServer: new provider.ResourceServer(audience, resource),
    });
    actors.set(token, { act: { sub: client.clientId, ...(subject.act !== undefined && { act: subject.act }) } });
    context.body = {
      access_token: await token.save(),
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
      expires_in: token.expiration,
      scope: token.scope,
    };
  };
  const parameters = ["subject_token", "subject_token_type", "audience", "scope", "actor_token", "actor_token_type"];
  provider.registerGrantType<ExchangeParameters>(TOKEN_EXCHANGE, handler, parameters);
}

async function verified(
  token: string,
  { keys, issuer, audience }: { keys: JWTVerifyGetKey; issuer: string; audience: string },
): Promise<JWTPayload & { act?: object }> {
  try {
    return (await jwtVerify<{ act?: object }>(token, keys, { issuer, audience })).payload;
  } catch {
    throw new errors.InvalidGrant("the subject token is not valid for this client");
  }
}
