import type { Credential } from "@a2a/client";
import { CliError } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { requestToken, type TokenRequest } from "./token-request.ts";
import { type StoredToken, TokenStore } from "./token-store.ts";

/** The stored token for an agent, if any. Refreshed, if possible, when it has expired or was rejected. */
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
      // A second call means that the agent rejected the token.
      if ((!isFirst || hasEnded(token)) && token.refreshToken !== undefined) {
        token = await renewed(token, token.refreshToken, outlet, origin);
        store.set(origin, token);
      }
      isFirst = false;
      return token.accessToken;
    }),
  ];
}

/** Whether a token has expired, or will within seconds. */
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
  throw new CliError("A2ACLI_ERR_AUTH_FAILED", `cannot refresh the token for ${origin}: ${answer.error}`, {
    hint: "run a2a auth login again",
  });
}
