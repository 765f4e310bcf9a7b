import type { Credential } from "@a2a/client";
import type { HttpClient } from "@a2a/http";
import { isLocalError } from "@a2a/types";
import { CliError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { tokenStore } from "./token-store.ts";

/** The stored token for an agent, if any. Renewed, if possible, when it has expired or was rejected. */
export async function storedCredential(origin: string | undefined, http: HttpClient, io: Io): Promise<Credential[]> {
  if (origin === undefined) return [];
  const store = tokenStore(io);
  const { oauth, parseToken } = await import("@a2a/client/oauth");
  const token = parseToken(store.get(origin));
  if (token === undefined) return [];
  const { clientId, tokenUrl, scope } = token;
  const login = oauth({ clientId, tokenUrl, scope, store, http });
  const explain = (error: unknown): never => {
    if (!isLocalError(error, "HTTP")) throw error;
    throw new CliError("A2ACLI_ERR_AUTH_FAILED", `cannot renew the token for ${origin}: ${line(error.message)}`, {
      cause: error,
      hint: "run a2a auth login again",
    });
  };
  return [
    {
      ...login,
      prove: (use) => login.prove(use).catch(explain),
      renew: async (refused, use) => (await login.renew?.(refused, use).catch(explain)) ?? false,
    },
  ];
}
