import type { AgentCard, Message, Part } from "@a2a/types";

/** Parts of every kind with all members. */
export const parts: Part[] = [
  { text: "Low water?", mediaType: "text/markdown" },
  { raw: "AAECAwT/", filename: "chart.bin", mediaType: "application/octet-stream" },
  { url: "https://files.example/chart.png", filename: "chart.png", mediaType: "image/png" },
  { data: { draught: 7.5, berths: [4, 9] }, metadata: { source: "harbour master" } },
  { data: [1, "two", true] },
];

/** A message with all of them. */
export function sampleMessage(messageId: string, first?: string): Message {
  const [, ...others] = parts;
  return {
    messageId,
    role: "ROLE_USER",
    parts: first === undefined ? parts : [{ text: first }, ...others],
    metadata: { trace: "t-17" },
  };
}

/** A card with URLs for every protocol version. */
export function sampleCard(url: string): AgentCard {
  const interfaces = (["1.0", "0.3", "0.2"] as const).flatMap((protocolVersion) => [
    { url: `${url}/rpc`, protocolBinding: "JSONRPC", protocolVersion },
    { url: `${url}/rest`, protocolBinding: "HTTP+JSON", protocolVersion },
  ]);
  return {
    name: "Harbour",
    description: "Knows the tides",
    supportedInterfaces: interfaces,
    provider: { url: "https://harbour.example", organization: "Harbour office" },
    version: "2.1.0",
    capabilities: { streaming: true, pushNotifications: true },
    securitySchemes: { pass: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } } },
    securityRequirements: [{ schemes: { pass: { list: ["read"] } } }],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: [{ id: "tides", name: "Tides", description: "High and low water", tags: ["sea"], examples: ["When?"] }],
  };
}
