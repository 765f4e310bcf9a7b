import type { JsonObject, JsonValue } from "@a2a/types";
import { AgentCardSchema } from "@a2a/types/schemas";
import { encodeCard } from "../../src/index.ts";
import type { LintContext } from "../../src/lint.ts";
import { fullCard } from "../seed-cards.ts";

/** A card that breaks a rule, and one that comes close without breaking it. */
export interface Case {
  readonly rule: string;
  readonly bad: JsonObject | string;
  /** Where it is broken. */
  readonly at: string;
  /** What is known from elsewhere. */
  readonly context?: LintContext;
  readonly good: JsonObject | string;
  readonly goodContext?: LintContext;
}

/** A copy of the card in order, with members changed by their pointer; `undefined` takes a member away. */
export function clean(changes: Record<string, JsonValue | undefined> = {}): JsonObject {
  const card: JsonObject = structuredClone(fullCard);
  for (const [pointer, value] of Object.entries(changes)) {
    const steps = pointer.split("/").slice(1);
    const name = steps.pop() ?? "";
    let owner = card;
    for (const step of steps) owner = owner[step] as JsonObject; // the pointers of this file lead through objects and lists
    if (value === undefined) delete owner[name];
    else owner[name] = value;
  }
  return card;
}

/** A signature with a header of our choice. */
export function signature(header: object): JsonObject {
  return { protected: Buffer.from(JSON.stringify(header)).toString("base64url"), signature: "c2ln" };
}

/** A header in order. */
export const goodHeader = { alg: "ES256", kid: "k", typ: "JOSE" };

/** The card in order, signed. */
export const signed = (header: object = goodHeader) => clean({ "/signatures": [signature(header)] });

/** Where the first interface is. */
export const first = "/supportedInterfaces/0";

/** Where the bearer scheme is. */
export const bearer = "/securitySchemes/bearer";

/** Where the OAuth flow is. */
export const flow = "/securitySchemes/login/oauth2SecurityScheme/flows";

/** The card with another bearer scheme. */
export const scheme = (value: JsonObject) => clean({ "/securitySchemes/bearer": value });

/** The card with another first interface. */
export const interfaceUrl = (url: string, binding = "JSONRPC") =>
  clean({ [first]: { url, protocolBinding: binding, protocolVersion: "1.0" } });

/** Where the card is served. */
export const at = { url: "https://tide.example/.well-known/agent-card.json" };

/** The card in the form of 0.3. */
export const older = encodeCard(AgentCardSchema.parse(fullCard), "0.3") as JsonObject; // a card is an object

/** A small card of 0.1. */
export const oldest: JsonObject = {
  name: "Scout",
  url: "https://scout.example",
  version: "1",
  capabilities: {},
  skills: [{ id: "s", name: "S" }],
};
