import { asObject } from "./card-view.ts";
import { at, quote, type Rule } from "./rule.ts";

/** Members of older protocol versions, and what 1.0 has instead. */
const replaced: Readonly<Record<string, string>> = {
  url: "supportedInterfaces",
  preferredTransport: "supportedInterfaces",
  additionalInterfaces: "supportedInterfaces",
  protocolVersion: "protocolVersion of each entry of supportedInterfaces",
  security: "securityRequirements",
  supportsAuthenticatedExtendedCard: "capabilities.extendedAgentCard",
  supportsExtendedAgentCard: "capabilities.extendedAgentCard",
  authentication: "securitySchemes and securityRequirements",
};

/** The names of members that only older protocol versions know. */
export const legacyMembers: ReadonlySet<string> = new Set([
  ...Object.keys(replaced),
  "stateTransitionHistory",
  "input_modes",
  "output_modes",
  "type",
  "in",
  "scheme",
]);

/** Rules about what older protocol versions left behind. */
export const legacyRules: readonly Rule[] = [
  {
    rule: "legacy/older-version",
    severity: "info",
    section: "3.6",
    fix: "Serve a 1.0 card as well: `cardHandler` answers each reader in its own protocol version.",
    *check({ version }) {
      if (version !== "1.0")
        yield at("", `this is a card of protocol ${version}, which readers of 1.0 alone cannot use`);
    },
  },
  {
    rule: "legacy/member",
    severity: "info",
    section: "4.4.1",
    fix: "Leave it out, or answer by A2A-Version, so that each reader gets the members of its own protocol version only.",
    *check({ card, version }) {
      if (version !== "1.0") return;
      for (const [name, instead] of Object.entries(replaced)) {
        if (Object.hasOwn(card, name))
          yield at(`/${name}`, `${quote(name)} is from an older protocol version; 1.0 has ${instead}`);
      }
    },
  },
  {
    rule: "legacy/state-transition-history",
    severity: "info",
    section: "4.4.3",
    fix: "Leave it out: 1.0 always gives history within historyLength.",
    *check({ card, version }) {
      if (version === "1.0" && Object.hasOwn(asObject(card.capabilities), "stateTransitionHistory")) {
        yield at("/capabilities/stateTransitionHistory", "1.0 has no capability stateTransitionHistory");
      }
    },
  },
  {
    rule: "legacy/mode-lists",
    severity: "warning",
    section: "4.4.1",
    fix: "Use defaultInputModes and defaultOutputModes, with media types.",
    *check({ card }) {
      for (const name of ["input_modes", "output_modes"]) {
        if (Object.hasOwn(asObject(card.capabilities), name)) {
          yield at(`/capabilities/${name}`, `${quote(name)} among the capabilities is a dialect that few readers know`);
        }
      }
    },
  },
  {
    rule: "legacy/leaked-scheme",
    severity: "error",
    section: "5.5",
    fix: "Write the kind as the name of a member: { httpAuthSecurityScheme: { scheme } }.",
    *check({ schemes }) {
      for (const { pointer, value } of schemes) {
        if (Object.hasOwn(asObject(value.scheme), "$case")) {
          yield at(pointer, "the security scheme has the in-memory form of generated code, with $case");
        }
      }
    },
  },
  {
    rule: "legacy/mode-words",
    severity: "info",
    section: "4.4.1",
    fix: "Write text as text/plain, file as application/octet-stream, data as application/json.",
    *check({ card }) {
      for (const name of ["defaultInputModes", "defaultOutputModes"]) {
        const modes = card[name];
        if (Array.isArray(modes) && modes.some((mode) => mode === "text" || mode === "file" || mode === "data")) {
          yield at(`/${name}`, "modes are named by the words of 0.1 instead of media types");
        }
      }
    },
  },
];
