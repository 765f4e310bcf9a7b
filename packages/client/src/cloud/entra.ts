import { loadPackage } from "@a2a/types/node";
import type { Credential } from "../auth/credential.ts";
import { platformToken } from "./platform-token.ts";

/** The part of a `TokenCredential` of `@azure/identity` that is used. */
export interface TokenCredentialLike {
  getToken(scopes: string | string[]): Promise<{ readonly token: string } | null>;
}

/** The agent, and the identity of the caller. */
export interface EntraOptions {
  /** The scope of the agent, such as `api://desk/.default`. */
  scope: string;
  /** A credential of `@azure/identity`. Default: `DefaultAzureCredential`. */
  credential?: TokenCredentialLike;
}

/** Access tokens of Microsoft Entra ID. Needs the package `@azure/identity`. */
export function entraToken({ scope, credential }: EntraOptions): Credential {
  let loaded: Promise<TokenCredentialLike> | undefined;
  return platformToken("Entra token", async () => {
    loaded ??= credential ? Promise.resolve(credential) : defaultCredential();
    return (await (await loaded).getToken(scope))?.token;
  });
}

async function defaultCredential(): Promise<TokenCredentialLike> {
  const { DefaultAzureCredential } = (await loadPackage("@azure/identity", "entraToken")) as {
    DefaultAzureCredential: new () => TokenCredentialLike;
  }; // as its documentation promises
  return new DefaultAzureCredential();
}
