import type { AgentCard, SecurityScheme } from "@a2a/types";
import { line } from "../cli/io.ts";
import { dataBlock } from "../cli/render-part.ts";

/** A card as lines: identity, capabilities, interfaces, security and skills. */
export function renderCard(card: AgentCard, verbose: boolean): string {
  const { capabilities, provider } = card;
  const lines = [
    `Name: ${line(card.name)}`,
    `Description: ${line(card.description)}`,
    `Version: ${line(card.version)}`,
  ];
  if (provider) lines.push(`Provider: ${line(provider.organization)}, ${line(provider.url)}`);
  lines.push(`Streaming: ${yes(capabilities.streaming)}`);
  lines.push(`Push notifications: ${yes(capabilities.pushNotifications)}`);
  lines.push(`Extended card: ${yes(capabilities.extendedAgentCard)}`);
  for (const { uri = "", required } of capabilities.extensions ?? []) {
    lines.push(`Extension: ${line(uri)}${required ? ", required" : ""}`);
  }
  for (const { url, protocolBinding, protocolVersion, tenant } of card.supportedInterfaces) {
    const where = tenant === undefined ? line(url) : `${line(url)}, tenant ${line(tenant)}`;
    lines.push(`Interface: ${line(protocolVersion)} over ${line(protocolBinding)} at ${where}`);
  }
  for (const [name, scheme] of Object.entries(card.securitySchemes ?? {})) {
    lines.push(`Security: ${line(name)}, ${line(describeScheme(scheme))}`);
  }
  for (const { schemes } of card.securityRequirements ?? []) {
    lines.push(`Requires: ${Object.keys(schemes).map(line).join(" and ") || "nothing"}`);
  }
  lines.push(`Input: ${card.defaultInputModes.map(line).join(", ")}`);
  lines.push(`Output: ${card.defaultOutputModes.map(line).join(", ")}`);
  for (const { id, description } of card.skills) lines.push(`Skill: ${line(id)} - ${line(description)}`);
  if (verbose) lines.push(dataBlock("Card", { ...card } as Parameters<typeof dataBlock>[1])); // a card is plain JSON
  return lines.join("\n");
}

function describeScheme(scheme: SecurityScheme): string {
  if ("apiKeySecurityScheme" in scheme) {
    const { location, name } = scheme.apiKeySecurityScheme;
    return `API key ${name} in the ${location}`;
  }
  if ("httpAuthSecurityScheme" in scheme) return `HTTP ${scheme.httpAuthSecurityScheme.scheme}`;
  if ("oauth2SecurityScheme" in scheme) return `OAuth 2, ${Object.keys(scheme.oauth2SecurityScheme.flows).join(", ")}`;
  if ("openIdConnectSecurityScheme" in scheme) return "OpenID Connect";
  return "client certificate";
}

function yes(value: boolean | undefined): string {
  return value === true ? "yes" : "no";
}
