import type { Credential } from "@a2a/client";
import { CliError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { requestToken, type TokenRequest } from "./token-request.ts";
import { type StoredToken, TokenStore } from "./token-store.ts";

/** The token that was stored for an agent, if any. It is renewed when it has ended or is not accepted, where that is possible. */
export async function storedCredential(
  origin: string | undefined,
  outlet: Pick<TokenRequest, "exchange" | "signal">,
  io: Io,
): Promise<Credential[]> {
  if (origin === undefined) return [];
  const store = new TokenStore(io);
  const known = store.get(origin);
  if (known === undefined) return [];
  let token: StoredToken = known;
  let isFirst = true;
  const { bearer } = await import("@a2a/client/auth");
  return [
    bearer(async () => {
      // Asked a second time, the token was not accepted.
      if ((!isFirst || hasEnded(token)) && token.refreshToken !== undefined) {
        token = await renewed(token, token.refreshToken, outlet, origin);
        store.set(origin, token);
      }
      isFirst = false;
      return token.accessToken;
    }),
  ];
}

/** Whether a token is over, or will be within moments. */
export function hasEnded({ expiresAt }: StoredToken): boolean {
  return expiresAt !== undefined && expiresAt < Date.now() + 5_000;
}

async function renewed(
  token: StoredToken,
  refreshToken: string,
  outlet: Pick<TokenRequest, "exchange" | "signal">,
  origin: string,
): Promise<StoredToken> {
  const { tokenUrl, clientId, scope } = token;
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const answer = await requestToken({ ...outlet, tokenUrl, clientId, scope }, form);
  if ("token" in answer) return { refreshToken, ...answer.token };
  throw new CliError("A2ACLI_ERR_AUTH_FAILED", `the token for ${origin} could not be renewed: ${answer.error}`, {
    hint: "a2a auth login again",
  });
}
