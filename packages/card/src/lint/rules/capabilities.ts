import { asObject, asText } from "./card-view.ts";
import { at, quote, type Rule, repeated } from "./rule.ts";

const flags = ["streaming", "pushNotifications", "extendedAgentCard"] as const;

/** Rules about what an agent promises. */
export const capabilityRules: readonly Rule[] = [
  {
    rule: "capability/not-offered",
    severity: "error",
    section: "3.3.4",
    fix: "Promise what the server keeps, or switch it on in the server.",
    *check({ card, context }) {
      for (const flag of flags) {
        if (asObject(card.capabilities)[flag] === true && context.capabilities?.[flag] === false) {
          yield at(`/capabilities/${flag}`, `the card promises ${flag}, which the server does not offer`);
        }
      }
    },
  },
  {
    rule: "capability/extended-without-security",
    severity: "error",
    section: "3.1.11",
    fix: "Declare a security scheme: the extended card is for callers who proved who they are.",
    *check({ card, version, schemes }) {
      const [pointer, promised] =
        version === "1.0"
          ? ["/capabilities/extendedAgentCard", asObject(card.capabilities).extendedAgentCard]
          : ["/supportsAuthenticatedExtendedCard", card.supportsAuthenticatedExtendedCard];
      if (promised === true && schemes.length === 0)
        yield at(pointer, "there is an extended card, but no way to authenticate");
    },
  },
  {
    rule: "capability/extended-contradiction",
    severity: "error",
    section: "4.4.3",
    fix: "Say the same in both members.",
    *check({ card }) {
      const older = card.supportsAuthenticatedExtendedCard;
      const newer = asObject(card.capabilities).extendedAgentCard;
      if (typeof older === "boolean" && typeof newer === "boolean" && older !== newer) {
        yield at("/supportsAuthenticatedExtendedCard", "it contradicts capabilities.extendedAgentCard");
      }
    },
  },
  {
    rule: "capability/extension-uri",
    severity: "error",
    section: "4.4.4",
    fix: "Name the extension by a URI that contains its version.",
    *check({ extensions }) {
      for (const { pointer, value } of extensions) {
        if (!URL.canParse(asText(value.uri)))
          yield at(pointer, `${quote(value.uri ?? "")} is not the URI of an extension`);
      }
    },
  },
  {
    rule: "capability/extension-duplicate",
    severity: "error",
    section: "4.4.4",
    fix: "Declare each extension once.",
    *check({ extensions }) {
      for (const { pointer, value } of repeated(extensions, ({ value }) => asText(value.uri) || undefined)) {
        yield at(pointer, `the extension ${quote(value.uri)} is declared before`);
      }
    },
  },
  {
    rule: "capability/extension-required",
    severity: "info",
    section: "4.6",
    fix: "Require an extension only where the agent is of no use without it.",
    *check({ extensions }) {
      for (const { pointer, value } of extensions) {
        if (value.required === true)
          yield at(`${pointer}/required`, "callers that do not know this extension are refused");
      }
    },
  },
];
