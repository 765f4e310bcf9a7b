import type { HttpClient, HttpRequest } from "@a2a/http";
import type { AgentCard, SecurityScheme } from "@a2a/types";

/** The headers and query members that authenticate a request. */
export interface Proof {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A scheme of a card that a credential is used for, and everything about it that may matter. */
export interface SchemeUse {
  readonly scheme: SecurityScheme;
  /** The scopes the card asks for. */
  readonly scopes: readonly string[];
  /** The scopes that single skills need of this scheme, by the id of the skill. */
  readonly skillScopes?: Readonly<Record<string, readonly string[]>>;
  /** The origin of the agent. */
  readonly origin: string;
  /** The request to authenticate, for credentials that sign it. */
  readonly request?: HttpRequest;
  /** Carries out requests, such as for a token. Nothing is added to them. */
  readonly http: HttpClient;
}

/** A credential of the caller. `@a2a/client/auth` makes some. */
export interface Credential {
  /** A description for people, without the secret. */
  readonly name: string;
  /** Whether it is meant for a scheme that a card declares. */
  fits(scheme: SecurityScheme): boolean;
  /** The scheme to use it for with an agent that declares none. Absent: such an agent does not get it. */
  readonly undeclared?: SecurityScheme;
  /** Authenticates a request. */
  prove(use: SchemeUse): Promise<Proof>;
  /** Called when the agent rejects the credential: whether a fresh one is available. */
  renew?(refused: Proof, use: SchemeUse): Promise<boolean>;
}

/** A credential and the scheme it is used for. */
export interface ChosenCredential {
  readonly credential: Credential;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  readonly skillScopes?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The credentials to use with an agent: those for the first of the card's alternatives that can be met. A card that requires nothing
 * but declares a scheme gets what fits; one that declares none, or is missing, gets what is meant for that.
 */
export function chooseCredentials(card: Secured | undefined, credentials: readonly Credential[]): ChosenCredential[] {
  const { securitySchemes = {}, securityRequirements = [] } = card ?? {};
  const schemeOf = (name: string) => (Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined);
  if (Object.keys(securitySchemes).length === 0) {
    const sent = credentials.find(({ undeclared }) => undeclared);
    return sent?.undeclared ? [{ credential: sent, scheme: sent.undeclared, scopes: [] }] : [];
  }
  for (const { schemes } of securityRequirements) {
    const needed = Object.entries(schemes).map(([name, { list = [] }]) =>
      chosenFor(schemeOf(name), { scopes: list, ...skillScopes(card, name) }, credentials),
    );
    const met = needed.filter((chosen) => chosen !== undefined).flat();
    if (met.length > 0 && !needed.includes(undefined)) return met;
  }
  if (securityRequirements.length > 0) return [];
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    const chosen = chosenFor(scheme, { scopes: [], ...skillScopes(card, name) }, credentials);
    if (chosen && chosen.length > 0) return chosen;
  }
  return [];
}

/** The credential for a scheme; none for a client certificate, which the connection shows; `undefined` when none fits. */
function chosenFor(
  scheme: SecurityScheme | undefined,
  scopes: Pick<ChosenCredential, "scopes" | "skillScopes">,
  credentials: readonly Credential[],
): ChosenCredential[] | undefined {
  if (scheme === undefined) return undefined;
  if ("mtlsSecurityScheme" in scheme) return [];
  const credential = credentials.find((candidate) => candidate.fits(scheme));
  return credential && [{ credential, scheme, ...scopes }];
}

/** The security declarations of a card. */
export type Secured = Pick<AgentCard, "securitySchemes" | "securityRequirements"> & Partial<Pick<AgentCard, "skills">>;

/** The scopes that skills need of the scheme of a name. */
function skillScopes(card: Secured | undefined, scheme: string): Pick<ChosenCredential, "skillScopes"> {
  const needed = (card?.skills ?? []).flatMap(({ id, securityRequirements = [] }) => {
    const list = securityRequirements.flatMap(({ schemes }) =>
      Object.hasOwn(schemes, scheme) ? (schemes[scheme]?.list ?? []) : [],
    );
    return list.length > 0 ? [[id, list] as const] : [];
  });
  return needed.length > 0 ? { skillScopes: Object.fromEntries(needed) } : {};
}
