import type { AgentCard } from "@a2a/types";
import * as v0_2 from "@a2a/types/v0_2";
import { cardCodec, inExtensions } from "../../cards/stash-card.ts";
import type { CardCodec } from "../../codec/version-codec.ts";
import type { Normalizers } from "../../normalize/normalizer.ts";
import { lenientReader } from "../../normalize/older-values.ts";
import { decodePlain, encodePlain } from "../v0_3/card.ts";
import { cardNormalizers as known, schemeUnion, unversionedCardDefaults } from "../v0_3/normalize-card.ts";
import { traits } from "./traits.ts";

const cardNormalizers: Normalizers = new Map([
  ...known,
  ...unversionedCardDefaults(v0_2.AgentCardSchema, v0_2.AgentSkillSchema),
  [v0_2.SecuritySchemeSchema, schemeUnion(v0_2.SecuritySchemeSchema, () => cardNormalizers)],
]);

/** 0.2 cards. */
export const card: CardCodec = cardCodec<v0_2.AgentCard>({
  version: "0.2",
  schema: v0_2.AgentCardSchema,
  read: lenientReader(v0_2.AgentCardSchema, cardNormalizers),
  up: (wire) => decodePlain(wire, "0.2"),
  down: encode,
  store: inExtensions,
  ...traits.card,
});

/** Like 0.3 without its additions: mutual TLS, the OAuth metadata URL, security per skill. */
function encode(card: AgentCard): v0_2.AgentCard {
  const { securitySchemes, skills, ...rest } = encodePlain(card, "0.2", "0.2.6");
  const schemes: NonNullable<v0_2.AgentCard["securitySchemes"]> = {};
  for (const [name, scheme] of Object.entries(securitySchemes ?? {})) {
    if (scheme.type === "mutualTLS") continue;
    if (scheme.type === "oauth2") {
      const { oauth2MetadataUrl: _, ...older } = scheme;
      schemes[name] = older;
    } else {
      schemes[name] = scheme;
    }
  }
  return {
    ...rest,
    ...(securitySchemes && { securitySchemes: schemes }),
    skills: skills.map(({ security: _, ...skill }) => skill),
  };
}
