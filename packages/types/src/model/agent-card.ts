import type { JsonObject } from "../json/json.ts";
import type { SecurityRequirement, SecurityScheme } from "./security.ts";

/** A URL of an agent, with its binding and protocol version. */
export type AgentInterface = {
  /** Where the agent is called. */
  url: string;
  /** How calls are carried: `JSONRPC`, `HTTP+JSON`, `GRPC`, or a name of your own. */
  protocolBinding: string;
  /** Goes with every request to this URL, if one server hosts several agents. */
  tenant?: string;
  /** The protocol version, such as `1.0`. */
  protocolVersion: string;
};

/** The provider of an agent. */
export type AgentProvider = {
  /** The web site of the provider. */
  url: string;
  /** The name of the provider. */
  organization: string;
};

/** A protocol extension that an agent supports. */
export type AgentExtension = {
  /** Identifies the extension. */
  uri?: string;
  /** How the agent uses the extension. */
  description?: string;
  /** Whether callers have to support the extension. Default false. */
  required?: boolean;
  /** Settings, as the extension defines them. */
  params?: JsonObject;
};

/** The optional features that an agent supports. */
export type AgentCapabilities = {
  /** Whether the agent answers with streams of events. */
  streaming?: boolean;
  /** Whether the agent posts events to webhooks. */
  pushNotifications?: boolean;
  /** The extensions that the agent supports. */
  extensions?: AgentExtension[];
  /** Whether authenticated callers get another, more detailed card. */
  extendedAgentCard?: boolean;
};

/** A skill of an agent. */
export type AgentSkill = {
  /** Identifies the skill within its card. */
  id: string;
  /** A short name for people. */
  name: string;
  /** A description of the skill, for people and models that choose among skills. */
  description: string;
  /** Words by which the skill is found. */
  tags: string[];
  /** Messages that the skill is meant for. */
  examples?: string[];
  /** The media types that it accepts. Default: those of the card. */
  inputModes?: string[];
  /** The media types that it produces. Default: those of the card. */
  outputModes?: string[];
  /** The credentials that callers of the skill need. The entries are alternatives. */
  securityRequirements?: SecurityRequirement[];
};

/** A detached JWS over the canonical form of a card. */
export type AgentCardSignature = {
  /** The protected header of the JWS, in base64url. */
  protected: string;
  /** The signature, in base64url. */
  signature: string;
  /** The unprotected header of the JWS. */
  header?: JsonObject;
};

/** The card of an agent: its identity, skills and interfaces. */
export type AgentCard = {
  /** The name of the agent, for people. */
  name: string;
  /** A description of the agent, for people and models that choose among agents. */
  description: string;
  /** Where and how the agent is called, the preferred way first. */
  supportedInterfaces: AgentInterface[];
  /** Who offers the agent. */
  provider?: AgentProvider;
  /** The agent's own version, in a form of its choice. */
  version: string;
  /** Where the agent is described for people. */
  documentationUrl?: string;
  /** The optional features that the agent supports. */
  capabilities: AgentCapabilities;
  /** The ways to authenticate, by names that requirements refer to. */
  securitySchemes?: Record<string, SecurityScheme>;
  /** The credentials that callers need. The entries are alternatives. */
  securityRequirements?: SecurityRequirement[];
  /** The media types that skills accept unless they say otherwise. */
  defaultInputModes: string[];
  /** The media types that skills produce unless they say otherwise. */
  defaultOutputModes: string[];
  /** The optional features that the agent supports. */
  skills: AgentSkill[];
  /** Signatures over the card. */
  signatures?: AgentCardSignature[];
  /** A picture of the agent. */
  iconUrl?: string;
};
