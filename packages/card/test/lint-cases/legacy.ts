import { bearer, type Case, clean, older, oldest, scheme } from "./changes.ts";

/** Cases for the rules about legacy. */
export const legacyCases: Case[] = [
  { rule: "legacy/older-version", bad: older, at: "", good: clean() },
  { rule: "legacy/member", bad: clean({ "/preferredTransport": "JSONRPC" }), at: "/preferredTransport", good: older },
  {
    rule: "legacy/state-transition-history",
    bad: clean({ "/capabilities/stateTransitionHistory": true }),
    at: "/capabilities/stateTransitionHistory",
    good: { ...oldest, capabilities: { stateTransitionHistory: true } },
  },
  {
    rule: "legacy/mode-lists",
    bad: { ...oldest, capabilities: { input_modes: ["text"] } },
    at: "/capabilities/input_modes",
    good: oldest,
  },
  {
    rule: "legacy/leaked-scheme",
    bad: scheme({ scheme: { $case: "httpAuthSecurityScheme", value: { scheme: "Bearer" } } }),
    at: bearer,
    good: scheme({ type: "http", scheme: "bearer" }),
  },
  {
    rule: "legacy/mode-words",
    bad: { ...oldest, defaultOutputModes: ["text", "file"] },
    at: "/defaultOutputModes",
    good: { ...oldest, defaultOutputModes: ["text/plain"] },
  },
];
