import type { HttpClient } from "@a2a/http";
import { LocalError, pause } from "@a2a/types";
import { orAborted } from "@a2a/types/internal";
import * as oauth from "oauth4webapi";
import type { Endpoints, FlowName } from "./endpoints.ts";
import type { OAuthOptions } from "./options.ts";
import { clientAuthOf, errorCodeOf, requestOptions } from "./token-requests.ts";

/** A login with one flow. */
export interface FlowRun {
  readonly options: OAuthOptions;
  readonly endpoints: Endpoints;
  readonly scope: string;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  /** Called with the page on which the user logs in, before it is shown. Rejects if the user does not want to log in there. */
  readonly checkPage: (url: string) => Promise<void>;
}

/** Gets tokens, by the name of the flow. */
export const flows: Readonly<Record<FlowName, (run: FlowRun) => Promise<oauth.TokenEndpointResponse>>> = {
  async clientCredentials(run) {
    const { server, client, auth, request } = callOf(run);
    return repeatedForNonce(async () => {
      const response = await oauth.clientCredentialsGrantRequest(server, client, auth, parametersOf(run), request);
      return oauth.processClientCredentialsResponse(server, client, response);
    });
  },

  async authorizationCode(run) {
    const { server, client, auth, request } = callOf(run);
    const { open, redirect } = run.options;
    const page = server.authorization_endpoint;
    if (open === undefined || redirect === undefined || page === undefined) throw unsupported("authorization page");
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
    // Without `await using`: tests run these sources on Node 22, which does not know it.
    const listener = await redirect(state);
    try {
      const url = new URL(page);
      const asked = {
        response_type: "code",
        client_id: client.client_id,
        redirect_uri: listener.uri,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...parametersOf(run),
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      await run.checkPage(url.href);
      await open(url.href);
      const answer = await orAborted(listener.response, run.signal);
      const issuing = { ...server, issuer: issuerOf(run.endpoints, answer) };
      const parameters = oauth.validateAuthResponse(issuing, client, answer, state);
      const { resource } = run.options;
      return repeatedForNonce(async () => {
        const response = await oauth.authorizationCodeGrantRequest(
          issuing,
          client,
          auth,
          parameters,
          listener.uri,
          verifier,
          { ...request, ...(resource !== undefined && { additionalParameters: { resource } }) },
        );
        return oauth.processAuthorizationCodeResponse(issuing, client, response);
      });
    } finally {
      await listener[Symbol.asyncDispose]();
    }
  },

  async deviceCode(run) {
    const { server, client, auth, request } = callOf(run);
    const { showCode, resource } = run.options;
    const { signal } = run;
    if (showCode === undefined || server.device_authorization_endpoint === undefined) {
      throw unsupported("device authorization endpoint");
    }
    const asked = await oauth.deviceAuthorizationRequest(server, client, auth, parametersOf(run), request);
    const code = await oauth.processDeviceAuthorizationResponse(server, client, asked);
    const completeUrl = code.verification_uri_complete;
    for (const page of [code.verification_uri, ...(completeUrl === undefined ? [] : [completeUrl])]) {
      await run.checkPage(page);
    }
    await showCode({
      url: code.verification_uri,
      code: code.user_code,
      ...(completeUrl !== undefined && { completeUrl }),
    });
    const ended = AbortSignal.any([signal, AbortSignal.timeout(Math.min(code.expires_in * 1000, MAX_TIMER_MS))]);
    for (let everyMs = (code.interval ?? 5) * 1000; ; ) {
      await pause(everyMs, ended);
      try {
        const further = { ...request, ...(resource !== undefined && { additionalParameters: { resource } }) };
        return await repeatedForNonce(async () => {
          const response = await oauth.deviceCodeGrantRequest(server, client, auth, code.device_code, further);
          return oauth.processDeviceCodeResponse(server, client, response);
        });
      } catch (error) {
        const reason = errorCodeOf(error);
        if (reason === "slow_down") everyMs += 5_000;
        else if (reason !== "authorization_pending") throw error;
      }
    }
  },
};

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Renews a token. */
export async function refresh(run: Omit<FlowRun, "checkPage" | "scope">, refreshToken: string) {
  const { server, client, auth, request } = callOf(run);
  const renewing = { ...server, token_endpoint: run.endpoints.refreshUrl };
  return repeatedForNonce(async () => {
    const response = await oauth.refreshTokenGrantRequest(renewing, client, auth, refreshToken, request);
    return oauth.processRefreshTokenResponse(renewing, client, response);
  });
}

/** Repeats a request whose proof needs a nonce of the authorization server, which `oauth4webapi` remembers after the first attempt. */
async function repeatedForNonce<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return request();
  }
}

function callOf({ options, endpoints, http, signal }: Omit<FlowRun, "checkPage" | "scope">) {
  const { metadata: server } = endpoints;
  const client = { client_id: options.clientId };
  return {
    server,
    client,
    auth: clientAuthOf(options),
    request: {
      ...requestOptions(http, signal),
      ...(options.dpop && { DPoP: oauth.DPoP({}, options.dpop) }),
    },
  };
}

function parametersOf({ scope, options: { resource } }: FlowRun): Record<string, string> {
  return { ...(scope !== "" && { scope }), ...(resource !== undefined && { resource }) };
}

/**
 * The issuer to expect in the answer of a login page. Where no metadata name it, an issuer of another origin than the token endpoint is refused:
 * a card could pair the login page of one server with the token endpoint of another, and so get the code (RFC 9207).
 */
function issuerOf({ metadata, hasIssuer }: Endpoints, answer: URL): string {
  const named = answer.searchParams.get("iss");
  if (hasIssuer || named === null) return metadata.issuer;
  if (URL.canParse(named) && new URL(named).origin === new URL(metadata.token_endpoint).origin) return named;
  throw new LocalError("CONFIG", "the login page belongs to another authorization server than the token endpoint");
}

function unsupported(what: string): LocalError {
  return new LocalError(
    "CONFIG",
    `the authorization server has no ${what}: use another flow, or name it in the options`,
  );
}
