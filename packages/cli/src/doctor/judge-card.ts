import { bindingOf } from "@a2a/card";
import { lintCard } from "@a2a/card/lint";
import type { AgentCard } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";
import type { Location } from "./look-for-card.ts";
import { error, info, type Symptom, warning } from "./symptom.ts";

/** Lists what is wrong with a card, and with the addresses it names as seen from the address it came from. */
export function judgeCard(card: AgentCard | undefined, { document, text, url }: Location): Symptom[] {
  const findings = lintCard(text)
    .filter(({ severity, rule }) => severity !== "info" && !OWN_CHECKS.has(rule))
    .map(
      ({ severity, rule, pointer, message, fix }): Symptom => ({
        severity,
        code: `card/${rule}`,
        message: `${pointer || "/"}: ${message}`,
        advice: fix,
      }),
    );
  const { url: endpoint, supportedInterfaces } = document ?? {};
  if (endpoint === undefined && !(Array.isArray(supportedInterfaces) && supportedInterfaces.length > 0)) {
    const advice = "List the endpoint in supportedInterfaces (1.0), or as url with preferredTransport (0.3).";
    return [...findings, error("interface/none", "the card names no interface", advice)];
  }
  return card === undefined ? findings : [...findings, ...transports(card), ...addresses(card, new URL(url))];
}
/** The linter does not know where the card came from; this command does. */
const OWN_CHECKS: ReadonlySet<string> = new Set([
  "interface/absolute-url",
  "interface/binding-unknown",
  "interface/https",
  "interface/other-origin",
  "interface/private-host",
]);

/** The bindings that practically all clients have. */
const HTTP_BINDINGS: ReadonlySet<string> = new Set(["JSONRPC", "HTTP+JSON"]);

function transports({ supportedInterfaces }: AgentCard): Symptom[] {
  const names = [...new Set(supportedInterfaces.map(({ protocolBinding }) => protocolBinding))];
  if (names.some((name) => HTTP_BINDINGS.has(bindingOf(name) ?? ""))) return [];
  const offers = `the card offers only ${names.join(", ")}`;
  if (names.some((name) => bindingOf(name) === "GRPC")) {
    const advice = "Offer JSONRPC or HTTP+JSON as well: many clients do not support gRPC.";
    return [warning("interface/transports", offers, advice)];
  }
  const advice = "Offer JSONRPC or HTTP+JSON as well: few clients support anything else.";
  return [error("interface/transports", offers, advice)];
}

function addresses({ supportedInterfaces }: AgentCard, address: URL): Symptom[] {
  const symptoms = new Map<string, Symptom>();
  for (const { url, protocolBinding } of supportedInterfaces) {
    // An address of gRPC is a host and a port; it is judged when it is tried.
    if (bindingOf(protocolBinding) === "GRPC") continue;
    const symptom = judgeAddress(url, address);
    if (symptom) symptoms.set(`${symptom.code} ${symptom.message}`, symptom);
  }
  return [...symptoms.values()];
}

/** What is wrong with a URL in a card that was found at an address. */
export function judgeAddress(text: string, address: URL): Symptom | undefined {
  if (!URL.canParse(text)) {
    const advice = "Write it out with scheme and host: most clients do not resolve it against the card's address.";
    return error("interface/relative", `the card names ${JSON.stringify(text)}, which is not an absolute URL`, advice);
  }
  const url = new URL(text);
  const isLocalCard = isLoopback(address.hostname);
  if (!isLocalCard && (isLoopback(url.hostname) || url.hostname === "0.0.0.0")) {
    const advice = `Set the agent's public URL: callers elsewhere cannot reach ${url.hostname}.`;
    return error("interface/loopback", `the card points to ${url.host}`, advice);
  }
  if (isLocalCard && url.hostname === "0.0.0.0") {
    const advice = "0.0.0.0 is an address to listen on, not one to call: name the public host.";
    return warning("interface/unspecified", `the card points to ${url.host}`, advice);
  }
  if (address.protocol === "https:" && url.protocol === "http:") {
    const advice = "Use https: careful clients refuse to go from https to http.";
    return error("interface/plain-http", `the card points to ${url.href} over plain HTTP`, advice);
  }
  if (url.origin !== address.origin && !isLocalCard) {
    const advice = "If that is intended, callers may have to allow the origin.";
    return info("interface/origin", `the card points to another origin, ${url.origin}`, advice);
  }
  return undefined;
}
