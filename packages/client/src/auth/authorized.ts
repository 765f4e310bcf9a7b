import { discard, type HttpClient, type HttpRequest } from "@a2a/http";
import { orAborted } from "@a2a/types/internal";
import type { ChosenCredential, Proof, SchemeUse } from "./credential.ts";

/** Whose credentials go where. */
export interface AuthorizedOptions {
  /** The credentials to use, chosen for the agent's card. */
  readonly chosen: readonly ChosenCredential[];
  /** The origin by which the caller knows the agent. Default: that of each request. */
  readonly origin?: string | undefined;
  /** Whether an address belongs to the agent that the credentials were given for. No other ever gets them. */
  readonly isOwn: (url: string) => boolean;
}

/** An HTTP client that authenticates requests. After a 401 it tries once more with a fresh credential. */
export function authorized(http: HttpClient, { chosen, isOwn, origin: agent }: AuthorizedOptions): HttpClient {
  return async (request) => {
    const credentials = isOwn(request.url) ? chosen : [];
    if (credentials.length === 0) return http(request);
    const origin = agent ?? new URL(request.url).origin;
    const uses = credentials.map(({ credential, ...declared }) => {
      const use: SchemeUse = { ...declared, origin, http, request };
      return { credential, use };
    });
    const prove = () =>
      orAborted(Promise.all(uses.map(({ credential, use }) => credential.prove(use))), request.signal);
    const proofs = await prove();
    const response = await http(withProofs(request, proofs));
    if (response.status !== 401) return response;
    const renewing = uses.map(({ credential, use }, index) => credential.renew?.(proofs[index] ?? {}, use) ?? false);
    const renewed = await orAborted(Promise.all(renewing), request.signal);
    if (!renewed.includes(true)) return response;
    discard(response);
    return http(withProofs(request, await prove()));
  };
}

function withProofs(request: HttpRequest, proofs: readonly Proof[]): HttpRequest {
  const url = new URL(request.url);
  let headers = request.headers ?? {};
  for (const proof of proofs) {
    headers = { ...headers, ...proof.headers };
    for (const [name, value] of Object.entries(proof.query ?? {})) url.searchParams.set(name, value);
  }
  return { ...request, url: proofs.some(({ query }) => query) ? url.href : request.url, headers };
}
