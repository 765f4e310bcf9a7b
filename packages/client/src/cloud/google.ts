import { loadPackage } from "@a2a/types/node";
import type { Credential } from "../auth/credential.ts";
import { platformToken } from "./platform-token.ts";

/** The part of `GoogleAuth` of `google-auth-library` that is used. */
export interface GoogleAuthLike {
  getIdTokenClient(
    audience: string,
  ): Promise<{ readonly idTokenProvider: unknown; getRequestHeaders(): Promise<Headers> }>;
  getAccessToken(): Promise<string | null | undefined>;
}

/** The identity of the caller. */
export interface GoogleOptions {
  /** A `GoogleAuth` of `google-auth-library`. Default: one with the application default credentials. */
  auth?: GoogleAuthLike;
}

/**
 * ID tokens of Google, for agents on Cloud Run or behind Identity-Aware Proxy. The audience is the URL of the service. Needs the package `google-auth-library`.
 */
export function googleIdToken({ audience, auth }: GoogleOptions & { audience: string }): Credential {
  let client: ReturnType<GoogleAuthLike["getIdTokenClient"]> | undefined;
  return platformToken("Google ID token", async () => {
    client ??= googleAuth(auth, "googleIdToken").then((google) => google.getIdTokenClient(audience));
    try {
      const headers = await (await client).getRequestHeaders();
      return headers.get("authorization")?.replace(/^Bearer /, "");
    } catch (error) {
      client = undefined; // the next call tries again
      throw error;
    }
  });
}

/** Access tokens of Google, for agents that call Google APIs for their caller or check them. Needs the package `google-auth-library`. */
export function googleAccessToken({ auth, scopes }: GoogleOptions & { scopes?: readonly string[] } = {}): Credential {
  let google: Promise<GoogleAuthLike> | undefined;
  return platformToken("Google access token", async () => {
    google ??= googleAuth(auth, "googleAccessToken", scopes);
    return (await google).getAccessToken();
  });
}

async function googleAuth(
  auth: GoogleAuthLike | undefined,
  neededBy: string,
  scopes: readonly string[] = ["https://www.googleapis.com/auth/cloud-platform"],
): Promise<GoogleAuthLike> {
  if (auth) return auth;
  const { GoogleAuth } = (await loadPackage("google-auth-library", neededBy)) as {
    GoogleAuth: new (options: { scopes: string[] }) => GoogleAuthLike;
  }; // as its documentation promises
  return new GoogleAuth({ scopes: [...scopes] });
}
