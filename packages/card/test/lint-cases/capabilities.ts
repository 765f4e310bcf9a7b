import { type Case, clean } from "./changes.ts";

/** Cases for the rules about capabilities. */
export const capabilitiesCases: Case[] = [
  {
    rule: "capability/not-offered",
    bad: clean({ "/capabilities/pushNotifications": true }),
    at: "/capabilities/pushNotifications",
    context: { capabilities: { pushNotifications: false } },
    good: clean({ "/capabilities/pushNotifications": true }),
  },
  {
    rule: "capability/extended-without-security",
    bad: clean({ "/securitySchemes": undefined }),
    at: "/capabilities/extendedAgentCard",
    good: clean({ "/securitySchemes": undefined, "/capabilities/extendedAgentCard": false }),
  },
  {
    rule: "capability/extended-contradiction",
    bad: clean({ "/supportsAuthenticatedExtendedCard": false }),
    at: "/supportsAuthenticatedExtendedCard",
    good: clean({ "/supportsAuthenticatedExtendedCard": true }),
  },
  {
    rule: "capability/extension-uri",
    bad: clean({ "/capabilities/extensions/0/uri": "units" }),
    at: "/capabilities/extensions/0",
    good: clean({ "/capabilities/extensions/0/uri": "urn:tide:units:1" }),
  },
  {
    rule: "capability/extension-duplicate",
    bad: clean({ "/capabilities/extensions": [{ uri: "urn:a" }, { uri: "urn:a" }] }),
    at: "/capabilities/extensions/1",
    good: clean({ "/capabilities/extensions": [{ uri: "urn:a" }, { uri: "urn:b" }] }),
  },
  {
    rule: "capability/extension-required",
    bad: clean({ "/capabilities/extensions/0/required": true }),
    at: "/capabilities/extensions/0/required",
    good: clean({ "/capabilities/extensions/0/required": false }),
  },
];
