import { sign } from "node:crypto";
import type { JsonObject } from "@a2a/types";

// Made with Node's own crypto and a canonical text written by hand, so that neither jose nor our canonical form had a part in it.
// The key is of no use for anything else: its secret bytes are 0, 7, 14 and so on.

/** An Ed25519 key and one signature it made, which is the same each time. */
export const ferryVector = {
  privateJwk: {
    kty: "OKP",
    crv: "Ed25519",
    kid: "ferry-1",
    d: "AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK-2vcTL0tk",
    x: "TQ7DoNA_7_-TqbzOKiS0BtRvRK7_H3eH2u2xPKr6QCw",
  },
  publicJwk: { kty: "OKP", crv: "Ed25519", kid: "ferry-1", x: "TQ7DoNA_7_-TqbzOKiS0BtRvRK7_H3eH2u2xPKr6QCw" },
  card: {
    name: "Ferry Desk",
    description: "Knows när the Fähre leaves — 06:10 €",
    supportedInterfaces: [
      { url: "https://ferry.example/a2a", protocolBinding: "JSONRPC", tenant: "north", protocolVersion: "1.0" },
    ],
    version: "2.4.0",
    capabilities: { streaming: true, pushNotifications: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: [
      {
        id: "departures",
        name: "Departures",
        description: "Departures by harbour",
        tags: ["ferry"],
        examples: ["When does the next ferry leave?"],
      },
    ],
  },
  canonical:
    '{"capabilities":{"pushNotifications":false,"streaming":true},"defaultInputModes":["text/plain"],' +
    '"defaultOutputModes":["text/plain","application/json"],"description":"Knows när the Fähre leaves — 06:10 €",' +
    '"name":"Ferry Desk","skills":[{"description":"Departures by harbour",' +
    '"examples":["When does the next ferry leave?"],"id":"departures","name":"Departures","tags":["ferry"]}],' +
    '"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"north",' +
    '"url":"https://ferry.example/a2a"}],"version":"2.4.0"}',
  canonicalSha256: "7fa704ab22fd9e177d76043d48eac52d811fd52684952716fc39a851c7a7976c",
  signature: {
    protected: "eyJhbGciOiJFZERTQSIsImtpZCI6ImZlcnJ5LTEiLCJ0eXAiOiJKT1NFIn0",
    signature: "2g2P0Wt658Rz_nUwd-BF6o1eKMQUxJ294wJxC0bojAAvKUdFKYRX4g52cGfwsBZosx5hBIQjw9xAtQ-4x6QsDg",
  },
};

/** A card with an empty value of every kind, and what the forms make of it. */
export const emptyValues: { card: JsonObject; c1: string; c2: string; c3: string } = {
  card: {
    name: "Buoy",
    description: "",
    supportedInterfaces: [
      { url: "https://buoy.example", protocolBinding: "JSONRPC", protocolVersion: "1.0", tenant: "" },
    ],
    version: "1",
    documentationUrl: "",
    capabilities: {
      streaming: false,
      extendedAgentCard: false,
      extensions: [
        { uri: "urn:buoy:1", description: "", required: false, params: { note: "", list: [], deep: { a: null } } },
      ],
    },
    securitySchemes: {
      mtls: { mtlsSecurityScheme: {} },
      key: { apiKeySecurityScheme: { location: "header", name: "X-Key", description: "" } },
    },
    securityRequirements: [{ schemes: { mtls: { list: [] } } }],
    defaultInputModes: [],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "b", name: "B", description: "", tags: [], examples: [], inputModes: [] }],
    "x-note": { empty: "", kept: 1 },
    signatures: [{ protected: "x", signature: "y" }],
  },
  c1:
    '{"capabilities":{"extendedAgentCard":false,"extensions":[{"params":{"deep":{"a":null},"list":[],"note":""},"uri":"urn:buoy:1"}],"streaming":false},' +
    '"defaultInputModes":[],"defaultOutputModes":["text/plain"],"description":"","documentationUrl":"","name":"Buoy",' +
    '"securityRequirements":[{"schemes":{"mtls":{}}}],"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},"mtls":{"mtlsSecurityScheme":{}}},' +
    '"skills":[{"description":"","id":"b","name":"B","tags":[]}],' +
    '"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://buoy.example"}],"version":"1","x-note":{"empty":"","kept":1}}',
  c2:
    '{"capabilities":{"extendedAgentCard":false,"extensions":[{"params":{"deep":{"a":null},"list":[],"note":""},"uri":"urn:buoy:1"}],"streaming":false},' +
    '"defaultInputModes":[],"defaultOutputModes":["text/plain"],"description":"","documentationUrl":"","name":"Buoy",' +
    '"securityRequirements":[{"schemes":{"mtls":{}}}],"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},"mtls":{"mtlsSecurityScheme":{}}},' +
    '"skills":[{"description":"","id":"b","name":"B","tags":[]}],' +
    '"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://buoy.example"}],"version":"1"}',
  c3:
    '{"capabilities":{"extendedAgentCard":false,"extensions":[{"uri":"urn:buoy:1"}],"streaming":false},' +
    '"defaultOutputModes":["text/plain"],"name":"Buoy","securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}},' +
    '"skills":[{"id":"b","name":"B"}],' +
    '"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://buoy.example"}],"version":"1"}',
};

/** A card with one signature that has a header of our choice, made by the vector's key over a form of our choice. */
export function signedWith(
  header: object,
  payload = ferryVector.canonical,
  over: JsonObject = ferryVector.card,
): JsonObject {
  const key = { key: ferryVector.privateJwk, format: "jwk" } as const;
  const protectedHeader = Buffer.from(JSON.stringify(header)).toString("base64url");
  const input = `${protectedHeader}.${Buffer.from(payload).toString("base64url")}`;
  return {
    ...over,
    signatures: [{ protected: protectedHeader, signature: sign(null, Buffer.from(input), key).toString("base64url") }],
  };
}

/** The header of the vector. */
export const ferryHeader = { alg: "EdDSA", kid: "ferry-1", typ: "JOSE" };
