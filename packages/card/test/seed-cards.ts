import type { JsonObject } from "@a2a/types";

/** Cards in the shapes that are met in the field, with the protocol version each is written in. */
export const fieldCards = {
  /** S1: modes in snake_case among the capabilities, a version that looks like the protocol's, a port and no path. */
  "S1 corteX": {
    version: "0.1",
    card: {
      name: "Harbour Analyst",
      description: "Studies ships, cargo and weather",
      url: "https://harbour.example:8080",
      version: "1.0",
      skills: [
        {
          id: "berth_planning",
          name: "Berth Planning",
          description: "Plans which ship lies where",
          tags: ["harbour", "planning"],
          examples: ["Plan the berths for Monday"],
        },
        {
          id: "tide_review",
          name: "Tide Review",
          description: "Reviews tide tables",
          tags: ["harbour", "tides"],
          examples: ["Review the tides of March"],
        },
      ],
      capabilities: { input_modes: ["text"], output_modes: ["text"] },
    },
  },
  /** S2: five members, and skills of three. */
  "S2 gmf_forge": {
    version: "0.1",
    card: {
      name: "search_agent",
      description: "Finds documents",
      url: "http://search-agent-service:8080",
      version: "0.1.0",
      skills: [{ id: "find", name: "Find", description: "Finds documents by their content" }],
    },
  },
  /** S3: what fasta2a serves. */
  "S3 fasta2a": {
    version: "0.3",
    card: {
      name: "Arithmetic Agent",
      description: "Adds and multiplies",
      url: "http://localhost:8000",
      version: "1.0.0",
      protocolVersion: "0.3.0",
      capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
      defaultInputModes: ["application/json"],
      defaultOutputModes: ["application/json"],
      skills: [
        {
          id: "sum",
          name: "Sum",
          description: "Adds numbers",
          tags: ["math"],
          examples: ["What is 2 + 3?"],
          inputModes: ["application/json"],
          outputModes: ["application/json"],
        },
      ],
      preferredTransport: "JSONRPC",
    },
  },
  /** S4: 1.0 in a dialect, with a relative address. */
  "S4 CortexPrism": {
    version: "1.0",
    card: {
      name: "Prism",
      description: "A coding agent",
      version: "0.51.0",
      supportedInterfaces: [{ url: "/a2a", protocolBinding: "json-rpc", protocolVersion: "1.0" }],
      capabilities: { streaming: true, stateTransitionHistory: true },
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      skills: [
        {
          id: "file_read",
          name: "File Read",
          description: "Reads a file",
          tags: ["fs:read"],
          examples: ["Show me the readme"],
        },
      ],
    },
  },
} as const satisfies Record<string, { version: string; card: JsonObject }>;

/** A card of 1.0 in order, with everything a card can have but signatures. */
export const fullCard = {
  name: "Tide Clerk",
  description: "Answers questions about tides and currents",
  supportedInterfaces: [
    { url: "https://tide.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "https://tide.example/a2a", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { url: "https://tide.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
    { url: "https://tide.example/a2a", protocolBinding: "HTTP+JSON", protocolVersion: "0.3" },
    { url: "https://tide.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "0.2" },
    { url: "https://tide.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "0.1" },
  ],
  provider: { organization: "Harbour Office", url: "https://harbour.example" },
  version: "3.1.0",
  documentationUrl: "https://tide.example/help",
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extensions: [
      { uri: "https://tide.example/ext/units/1", description: "Units of length", params: { units: ["m", "ft"] } },
    ],
    extendedAgentCard: true,
  },
  securitySchemes: {
    bearer: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } },
    key: { apiKeySecurityScheme: { location: "header", name: "X-Tide-Key" } },
    login: {
      oauth2SecurityScheme: {
        flows: {
          authorizationCode: {
            authorizationUrl: "https://login.tide.example/authorize",
            tokenUrl: "https://login.tide.example/token",
            scopes: { "tide:read": "Read tide tables" },
            pkceRequired: true,
          },
        },
      },
    },
  },
  securityRequirements: [
    { schemes: { bearer: { list: ["tide:read"] } } },
    { schemes: { key: { list: ["any"] }, login: { list: ["tide:read"] } } },
  ],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain", "application/json"],
  skills: [
    {
      id: "tides",
      name: "Tides",
      description: "Tells high and low water",
      tags: ["sea", "tides"],
      examples: ["When is low water in Kiel?"],
      inputModes: ["text/plain"],
      outputModes: ["application/json"],
      securityRequirements: [{ schemes: { bearer: { list: ["tide:read"] } } }],
    },
    { id: "currents", name: "Currents", description: "Tells currents", tags: ["sea"] },
  ],
  iconUrl: "https://tide.example/icon.svg",
} satisfies JsonObject;
