import { isJsonObject, type JsonObject, type Principal } from "@a2a/types";

/** The audiences that tokens may have: any of a list, or one list for each tenant, which then is the tenant of the caller. */
export type Audience = string | readonly string[] | Readonly<Record<string, string | readonly string[]>>;

/** The audiences of all tenants. */
export function audiencesOf(audience: Audience): string[] {
  if (typeof audience === "string") return [audience];
  return isList(audience) ? [...audience] : Object.values(audience).flat();
}

/**
 * The tenant that the audience of a token names; absent where audiences do not name tenants. `undefined` for a token of no tenant, or of several whose
 * claim `tenant` does not say which.
 */
export function tenantOf(claims: JsonObject, audience: Audience): { readonly tenant?: string } | undefined {
  if (typeof audience === "string" || isList(audience)) return {};
  const audiences = [claims.aud].flat();
  const tenants = Object.keys(audience).filter((tenant) =>
    [audience[tenant] ?? []].flat().some((entry) => audiences.includes(entry)),
  );
  const named = claims.tenant === undefined ? tenants : tenants.filter((tenant) => tenant === claims.tenant);
  const [tenant, ...others] = named;
  return tenant === undefined || others.length > 0 ? undefined : { tenant };
}

/** The caller that claims describe: `sub`, `scope`, `client_id` or `azp`, `tenant`, `act.sub`. */
export function principalOf(claims: JsonObject): Principal | undefined {
  const { sub, scope, client_id: clientId = claims.azp, tenant, act } = claims;
  if (typeof sub !== "string" || sub === "") return undefined;
  return {
    subject: sub,
    claims,
    ...(typeof scope === "string" && { scopes: scope.split(" ").filter((entry) => entry !== "") }),
    ...(typeof clientId === "string" && { clientId }),
    ...(typeof tenant === "string" && { tenant }),
    ...(isJsonObject(act) && typeof act.sub === "string" && { actor: act.sub }),
  };
}

// `Array.isArray` does not narrow readonly lists.
function isList(audience: Audience): audience is readonly string[] {
  return Array.isArray(audience);
}
