/**
 * When a member counts as present (specification 5.7 and 8.4.1): a required one always, an optional one when it is there, any other
 * when it is not the default of its type.
 */
export type Presence = "required" | "optional" | "implicit";

/** The kind of a member: a plain value, free-form JSON, an object of known members, or a list or map of such objects. */
export type Content = Plain | "free" | Members | { readonly list: Members } | { readonly map: Members };

/** A value without known members, named after its empty value. */
export type Plain = "text" | "texts" | "map" | "flag";

/** The members of an object by name. An object counts as present even if it is empty. */
export interface Members {
  readonly members: Readonly<Record<string, readonly [Presence, Content]>>;
}

type Table = Members["members"];

const required = ["required", "text"] as const;
const requiredTexts = ["required", "texts"] as const;
const optional = ["optional", "text"] as const;
const optionalFlag = ["optional", "flag"] as const;
const implicit = ["implicit", "text"] as const;
const implicitTexts = ["implicit", "texts"] as const;
const implicitFlag = ["implicit", "flag"] as const;
const object = (members: Table): Members => ({ members });
const some = (members: Members) => ["optional", members] as const;

const requirements = {
  list: object({ schemes: ["implicit", { map: object({ list: implicitTexts }) }] }),
};

const flow = { refreshUrl: implicit, scopes: ["required", "map"] } as const;
const scopes = ["implicit", "map"] as const;
const flows = object({
  authorizationCode: some(
    object({ ...flow, authorizationUrl: required, tokenUrl: required, pkceRequired: implicitFlag }),
  ),
  clientCredentials: some(object({ ...flow, tokenUrl: required })),
  implicit: some(object({ ...flow, authorizationUrl: implicit, scopes })),
  password: some(object({ ...flow, tokenUrl: implicit, scopes })),
  deviceCode: some(object({ ...flow, deviceAuthorizationUrl: required, tokenUrl: required })),
});

const scheme = (members: Table) => some(object({ description: implicit, ...members }));
const securityScheme = object({
  apiKeySecurityScheme: scheme({ location: required, name: required }),
  httpAuthSecurityScheme: scheme({ scheme: required, bearerFormat: implicit }),
  oauth2SecurityScheme: scheme({ flows: ["required", flows], oauth2MetadataUrl: implicit }),
  openIdConnectSecurityScheme: scheme({ openIdConnectUrl: required }),
  mtlsSecurityScheme: scheme({}),
});

const agentInterface = object({
  url: required,
  protocolBinding: required,
  tenant: implicit,
  protocolVersion: required,
});

const extension = object({
  uri: implicit,
  description: implicit,
  required: implicitFlag,
  params: ["optional", "free"],
});

const skill = object({
  id: required,
  name: required,
  description: required,
  tags: requiredTexts,
  examples: implicitTexts,
  inputModes: implicitTexts,
  outputModes: implicitTexts,
  securityRequirements: ["implicit", requirements],
});

/** The members of a card, but for its signatures, which never cover themselves. */
export const cardMembers: Members = object({
  name: required,
  description: required,
  supportedInterfaces: ["required", { list: agentInterface }],
  provider: some(object({ url: required, organization: required })),
  version: required,
  documentationUrl: optional,
  capabilities: [
    "required",
    object({
      streaming: optionalFlag,
      pushNotifications: optionalFlag,
      extensions: ["implicit", { list: extension }],
      extendedAgentCard: optionalFlag,
    }),
  ],
  securitySchemes: ["implicit", { map: securityScheme }],
  securityRequirements: ["implicit", requirements],
  defaultInputModes: requiredTexts,
  defaultOutputModes: requiredTexts,
  skills: ["required", { list: skill }],
  iconUrl: optional,
});
