export { AgentCardBuilder } from "./build/agent-card-builder.ts";
export {
  type AuthoredSkill,
  type Binding,
  buildCard,
  type CardAuthor,
  interfacesAt,
  type ServedAt,
} from "./build/build-card.ts";
export { type GenerateCardOptions, type GeneratedCard, generateAgentCard } from "./build/generate-card.ts";
export { jsonSchemaOf, type SchemaSource } from "./build/json-schema-of.ts";
export {
  type ToolLike,
  type ToolObject,
  type ToolSource,
  toolToSkill,
  toolToSkill as tool2skill,
} from "./build/tool-to-skill.ts";
export { CardCache, type CardCacheOptions, type CardPin, type CardVerifier } from "./discover/card-cache.ts";
export { type DecodeCardOptions, decodeCard, encodeCard } from "./discover/decode-card.ts";
export { type DecodedCard, decodeCardWith } from "./discover/decode-card-with.ts";
export { fetchAgentCard } from "./discover/fetch-agent-card.ts";
export {
  cardAddresses,
  type FetchCardOptions,
  type FetchedCard,
  fetchCardWith,
  WELL_KNOWN,
} from "./discover/fetch-card.ts";
export type { Freshness } from "./discover/freshness.ts";
export {
  bindingOf,
  commonInterfaces,
  type Selection,
  type Supported,
  selectInterface,
} from "./discover/select-interface.ts";
export { agentToolName, agentToolSchema, slugify } from "./render/agent-tool.ts";
export {
  agentCardToPrompt,
  cardToDescription,
  cardToDescription as card2description,
  cleanCard,
  type DescribedAgent,
  type DescribedSkill,
  type DescribeOptions,
  teachInputRequired,
} from "./render/card-to-prompt.ts";
export { cleanLines, cleanText } from "./render/clean-text.ts";
export { type FenceOptions, fenceRemoteText } from "./render/fence-text.ts";
export { declareSchemas, SKILL_SCHEMAS, type SkillSchemas, skillSchemas } from "./skills/skill-schemas.ts";
