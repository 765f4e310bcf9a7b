import type { Credential, Interceptor } from "@a2a/client";
import type { AgentCard, SecurityScheme } from "@a2a/types";
import { isA2AError } from "@a2a/types";
import { type Given, textFlag, textsFlag } from "../cli/arguments.ts";
import { CliError, UsageError } from "../cli/failure.ts";

/** What proves who calls, as far as flags, environment and files say. */
export async function givenCredentials(given: Given): Promise<Credential[]> {
  const token = textFlag(given, "bearer");
  const key = textFlag(given, "api-key");
  if (token === undefined && key === undefined) return [];
  const { apiKey, bearer } = await import("@a2a/client/auth");
  return [...(token === undefined ? [] : [bearer(token)]), ...(key === undefined ? [] : [apiKey(key)])];
}

/** The service parameters and headers that go with every request. */
export function givenHeaders(given: Given): Record<string, string> {
  const pairs = ["svc-param", "header"].flatMap((flag) =>
    textsFlag(given, flag).map((text): [string, string] => {
      const [, name, value = ""] = /^([\w!#$%&'*+.^`|~-]+)[:=]\s*(.*)$/s.exec(text) ?? [];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
      if (name === undefined || /[\u0000-\u001f\u007f]/.test(value)) {
        throw new UsageError(`--${flag} ${text.slice(0, 20)}: expected NAME:VALUE`);
      }
      return [name, value];
    }),
  );
  return Object.fromEntries(pairs);
}

/** The secrets that must not be shown. */
export function givenSecrets(given: Given): string[] {
  const texts = [textFlag(given, "bearer"), textFlag(given, "api-key")];
  return texts.filter((text) => text !== undefined && text !== "").map(String);
}

/** Whether a card declares a scheme that one of the credentials is for. */
export function isTaken(card: AgentCard, credentials: readonly Credential[]): boolean {
  const schemes = Object.values(card.securitySchemes ?? {});
  return schemes.some((scheme) => credentials.some((credential) => credential.fits(scheme)));
}

/** Says what is missing when an agent does not let the caller in. */
export function explainRefusals(card: AgentCard | undefined, proven: boolean, agent: string): Interceptor {
  return async (call, next) => {
    try {
      return await next(call);
    } catch (error) {
      if (!isA2AError(error, "UNAUTHENTICATED") && !isA2AError(error, "PERMISSION_DENIED")) throw error;
      const code =
        proven || isA2AError(error, "PERMISSION_DENIED") ? "A2ACLI_ERR_AUTH_FAILED" : "A2ACLI_ERR_CREDENTIALS_MISSING";
      throw new CliError(code, error.message, { cause: error, hint: hintFor(card, agent) });
    }
  };
}

function hintFor(card: AgentCard | undefined, agent: string): string {
  const ways = Object.values(card?.securitySchemes ?? {}).map((scheme) => wayOf(scheme, agent));
  const known = [...new Set(ways.filter((way) => way !== undefined))];
  return known.join(", or ") || "set A2ACLI_BEARER or A2ACLI_API_KEY";
}

function wayOf(scheme: SecurityScheme, agent: string): string | undefined {
  if ("apiKeySecurityScheme" in scheme) return "set A2ACLI_API_KEY";
  if ("httpAuthSecurityScheme" in scheme) return "set A2ACLI_BEARER";
  if ("oauth2SecurityScheme" in scheme) return `a2a auth login ${agent}`;
  return "openIdConnectSecurityScheme" in scheme ? "set A2ACLI_BEARER" : undefined;
}
