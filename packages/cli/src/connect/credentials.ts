import type { Credential, Interceptor } from "@a2a/client";
import type { AgentCard, SecurityScheme } from "@a2a/types";
import { isA2AError } from "@a2a/types";
import { CliError, UsageError } from "../cli/failure.ts";
import { type Io, line } from "../cli/io.ts";
import { variableOf } from "../cli/options.ts";
import { type Given, textFlag, textsFlag } from "../settings/arguments.ts";
import type { Target } from "./target.ts";

/** The credentials from flags, the environment and settings files. */
export async function givenCredentials(given: Given): Promise<Credential[]> {
  const token = textFlag(given, "bearer");
  const key = textFlag(given, "api-key");
  if (token === undefined && key === undefined) return [];
  const { apiKey, bearer } = await import("@a2a/client/auth");
  return [...(token === undefined ? [] : [bearer(token)]), ...(key === undefined ? [] : [apiKey(key)])];
}

/** The service parameters and headers of every request. */
export function givenHeaders(given: Given): Record<string, string> {
  const pairs = ["svc-param", "header"].flatMap((flag) =>
    textsFlag(given, flag).map((text): [string, string] => {
      const [, name, value = ""] = /^([\w!#$%&'*+.^`|~-]+)[:=]\s*(.*)$/s.exec(text) ?? [];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
      if (name === undefined || /[\u0000-\u001f\u007f]/.test(value)) {
        throw new UsageError(`--${flag} ${text.slice(0, 20)}: expected NAME:VALUE`);
      }
      return [name, value];
    }),
  );
  return Object.fromEntries(pairs);
}

/**
 * The flags for an agent. When its address comes from a configuration file that was found in the working directory or above, secrets of
 * the environment and of settings files are left out: the author of that file must not choose who gets them.
 */
export function withoutStraySecrets({ foundIn, reference }: Target, given: Given, io: Io): Given {
  const stray = SECRET_FLAGS.filter((name) => given.values[name] !== undefined && given.sources[name] !== "flag");
  if (foundIn === undefined || stray.length === 0) return given;
  if (given.values.quiet !== true) {
    const variables = stray.map(variableOf).join(", ");
    io.err(
      `Warning: ${variables} not sent to ${line(reference)}, whose address is in ${line(foundIn)}; pass --config ${line(foundIn)}, or the flag, to send it\n`,
    );
  }
  const kept = Object.entries(given.values).filter(([name]) => !stray.some((secret) => secret === name));
  return { ...given, values: Object.fromEntries(kept) };
}
const SECRET_FLAGS = ["bearer", "api-key", "svc-param", "header"] as const;

/** The secrets to redact from output. */
export function givenSecrets(given: Given): string[] {
  const texts = [textFlag(given, "bearer"), textFlag(given, "api-key")];
  return texts.filter((text) => text !== undefined && text !== "").map(String);
}

/** Whether a card declares a security scheme for one of the credentials. */
export function isTaken(card: AgentCard, credentials: readonly Credential[]): boolean {
  const schemes = Object.values(card.securitySchemes ?? {});
  return schemes.some((scheme) => credentials.some((credential) => credential.fits(scheme)));
}

/** Whether credentials went with a call: none were given, the card has no scheme for them, or they were sent. */
export type CredentialUse = "none" | "withheld" | "sent";

/** Explains why an agent refused a call: credentials are missing, or the ones sent were rejected. */
export function explainRefusals(card: AgentCard | undefined, use: CredentialUse, agent: string): Interceptor {
  return async (call, next) => {
    try {
      return await next(call);
    } catch (error) {
      if (isA2AError(error, "PERMISSION_DENIED")) {
        throw new CliError("A2ACLI_ERR_AUTH_FAILED", `the agent denies permission: ${error.message}`, {
          cause: error,
          hint: "these credentials do not allow this; ask for more rights, or use others",
        });
      }
      if (!isA2AError(error, "UNAUTHENTICATED")) throw error;
      const ways = waysToLogIn(card, agent);
      throw use === "sent"
        ? new CliError("A2ACLI_ERR_AUTH_FAILED", `the agent rejected the credentials: ${error.message}`, {
            cause: error,
            hint: `check them: they may be wrong or expired; to change them, ${ways}`,
          })
        : new CliError("A2ACLI_ERR_CREDENTIALS_MISSING", `the agent requires credentials, and ${REASONS[use]}`, {
            cause: error,
            hint: ways,
          });
    }
  };
}

const REASONS = {
  none: "none were given",
  withheld: "its card declares no security scheme for the ones given",
} as const;

function waysToLogIn(card: AgentCard | undefined, agent: string): string {
  const ways = Object.values(card?.securitySchemes ?? {}).map((scheme) => wayOf(scheme, agent));
  const known = [...new Set(ways.filter((way) => way !== undefined))];
  return known.join(", or ") || "set A2ACLI_BEARER or A2ACLI_API_KEY";
}

function wayOf(scheme: SecurityScheme, agent: string): string | undefined {
  if ("apiKeySecurityScheme" in scheme) return "set A2ACLI_API_KEY";
  if ("httpAuthSecurityScheme" in scheme) return "set A2ACLI_BEARER";
  const isLogin = "oauth2SecurityScheme" in scheme || "openIdConnectSecurityScheme" in scheme;
  return isLogin ? `run a2a auth login ${agent}` : undefined;
}

/** The credentials of flags and environment in their usual headers, for agents whose card is not trusted to name them. */
export function usualHeaders(given: Given): Record<string, string> {
  const bearer = textFlag(given, "bearer");
  const apiKey = textFlag(given, "api-key");
  return {
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    ...(apiKey !== undefined && { "X-API-Key": apiKey }),
  };
}
