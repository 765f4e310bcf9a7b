import type { AgentCard, SecurityScheme } from "@a2a/types";
import * as s from "@a2a/types/internal/schema";
import { SecurityRequirementSchema, SecuritySchemeSchema } from "@a2a/types/schemas";
import * as v0_3 from "@a2a/types/v0_3";
import { cardCodec, inExtensions } from "../../../cards/stash-card.ts";
import type { CardCodec } from "../../../codec/version-codec.ts";
import { normalizer } from "../../../normalize/normalizer.ts";
import { reader } from "../../../normalize/read.ts";
import { optional } from "../../../stash/stash.ts";
import { decodePlain, encodePlain } from "../card.ts";
import { cardDefaults } from "../normalize-card.ts";

const security = s.optional(s.array(SecurityRequirementSchema));

const SkillSchema = s.extend(v0_3.AgentSkillSchema, { security });

/** A card in ProtoJSON: security is written as in 1.0, everything else as over JSON-RPC. */
export const CardSchema = s.extend(v0_3.AgentCardSchema, {
  securitySchemes: s.optional(s.record(SecuritySchemeSchema)),
  security,
  skills: s.array(SkillSchema),
});
/** A card in ProtoJSON. */
export type Card = s.Infer<typeof CardSchema>;

/** Cards in ProtoJSON. */
export const card: CardCodec = cardCodec<Card>({
  version: "0.3+proto",
  schema: CardSchema,
  read: reader(CardSchema, normalizer(CardSchema, new Map(cardDefaults(CardSchema, SkillSchema)))),
  path: "/.well-known/agent-card.json",
  match: () => "none", // this format is determined by the binding, never by the shape of the card
  up({ securitySchemes, security, skills, ...wire }): AgentCard {
    return {
      ...decodePlain({ ...wire, skills: [] }, "0.3"),
      ...optional("securitySchemes", securitySchemes),
      ...optional("securityRequirements", security),
      skills: skills.map(({ security: own, ...skill }) => ({ ...skill, ...optional("securityRequirements", own) })),
    };
  },
  down({ securitySchemes, securityRequirements, skills, ...model }): Card {
    const { securitySchemes: _, security: __, ...plain } = encodePlain({ ...model, skills: [] }, "0.3", "0.3.0");
    return {
      ...plain,
      ...optional("securitySchemes", securitySchemes && knownSchemes(securitySchemes)),
      ...optional("security", securityRequirements),
      skills: skills.map(({ securityRequirements: own, ...skill }) => ({ ...skill, ...optional("security", own) })),
    };
  },
  store: inExtensions,
});

/**
 * The device code flow and the PKCE requirement were added in 1.0. If no scheme is left there is no map: protocol buffers do not tell
 * it from an empty one.
 */
function knownSchemes(schemes: Record<string, SecurityScheme>): Record<string, SecurityScheme> | undefined {
  const known = Object.entries(schemes).flatMap(([name, scheme]): [string, SecurityScheme][] => {
    if (!("oauth2SecurityScheme" in scheme)) return [[name, scheme]];
    const { flows, ...rest } = scheme.oauth2SecurityScheme;
    if ("deviceCode" in flows) return [];
    if (!("authorizationCode" in flows)) return [[name, scheme]];
    const { pkceRequired: _, ...authorizationCode } = flows.authorizationCode;
    return [[name, { oauth2SecurityScheme: { ...rest, flows: { authorizationCode } } }]];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}
