import { isJsonObject, type JsonObject } from "@a2a/types";
import { isCardAlgorithm } from "../../signing/algorithms.ts";
import { asText, type CardLocation, type CardView } from "./card-view.ts";
import { at, quote, type Rule, repeated } from "./rule.ts";

/** Rules about signatures. They look at what can be seen without a key. */
export const signatureRules: readonly Rule[] = [
  {
    rule: "signature/malformed",
    severity: "error",
    section: "8.4.2",
    fix: "Sign again: protected is the base64url form of a JSON object, signature that of the signature.",
    *check({ signatures }) {
      for (const { pointer, value } of signatures) {
        if (headerOf(value) === undefined) yield at(pointer, "the protected header cannot be read");
        else if (!/^[\w-]+$/.test(asText(value.signature))) yield at(pointer, "the signature is not base64url");
      }
    },
  },
  {
    rule: "signature/algorithm",
    severity: "error",
    section: "8.4.2",
    fix: "Sign with ES256, ES384, EdDSA or RS256.",
    *check(view) {
      for (const { pointer, value } of headers(view)) {
        if (!isCardAlgorithm(value.alg))
          yield at(pointer, `strict clients reject the algorithm ${quote(value.alg ?? "")}`);
      }
    },
  },
  {
    rule: "signature/kid",
    severity: "error",
    section: "8.4.2",
    fix: "Sign again with a kid in the protected header.",
    *check(view) {
      for (const { pointer, value } of headers(view)) {
        if (asText(value.kid) === "") yield at(pointer, "the signature does not name its key");
      }
    },
  },
  {
    rule: "signature/typ",
    severity: "warning",
    section: "8.4.2",
    fix: "Sign again with typ JOSE in the protected header.",
    *check(view) {
      for (const { pointer, value } of headers(view)) {
        if (value.typ !== "JOSE") yield at(pointer, "typ is not JOSE, which some clients require");
      }
    },
  },
  {
    rule: "signature/jku",
    severity: "error",
    section: "8.4.3",
    fix: "Point to a key set by an https address, or leave jku out.",
    *check(view) {
      for (const { pointer, value } of headers(view)) {
        const isSafe = URL.canParse(asText(value.jku)) && new URL(asText(value.jku)).protocol === "https:";
        if (value.jku !== undefined && !isSafe)
          yield at(pointer, `${quote(value.jku)} is not the https URL of a key set`);
      }
    },
  },
  {
    rule: "signature/critical",
    severity: "warning",
    section: "8.4.3",
    fix: "Sign without crit.",
    *check(view) {
      for (const { pointer, value } of headers(view)) {
        if (value.crit !== undefined)
          yield at(pointer, "it has critical header members that most clients do not support, so they reject it");
      }
    },
  },
  {
    rule: "signature/duplicate-kid",
    severity: "info",
    section: "8.4.2",
    fix: "Keep one signature of each key.",
    *check(view) {
      for (const { pointer, value } of repeated(headers(view), ({ value }) => asText(value.kid) || undefined)) {
        yield at(pointer, `the key ${quote(value.kid)} has signed before`);
      }
    },
  },
  {
    rule: "signature/empty-value",
    severity: "warning",
    section: "8.4.1",
    fix: "Leave the member out, or give it a value, before signing.",
    *check({ signatures, locations }) {
      for (const { pointer, value } of signatures.length > 0 ? locations : []) {
        const isEmpty =
          value === "" || value === null || (typeof value === "object" && Object.keys(value).length === 0);
        if (isEmpty) yield at(pointer, "verifiers do not agree whether a signature covers an empty value");
      }
    },
  },
  {
    rule: "signature/mixed-versions",
    severity: "error",
    section: "8.4.1",
    fix: "Sign the plain 1.0 card, and serve older forms without signatures.",
    *check({ signatures, card, version }) {
      const older = ["url", "preferredTransport", "additionalInterfaces", "security", "authentication"];
      if (version === "1.0" && signatures.length > 0 && older.some((name) => Object.hasOwn(card, name))) {
        yield at("/signatures", "the card is signed, but combines several protocol versions");
      }
    },
  },
  {
    rule: "signature/older-version",
    severity: "warning",
    section: "8.4.1",
    fix: "Sign the 1.0 form of the card.",
    *check({ signatures, version }) {
      if (version !== "1.0" && signatures.length > 0)
        yield at("/signatures", `${version} does not say what its signatures cover`);
    },
  },
];

function headers({ signatures }: CardView): CardLocation<JsonObject>[] {
  return signatures.flatMap(({ pointer, value }) => {
    const header = headerOf(value);
    return header ? [{ pointer: `${pointer}/protected`, value: header }] : [];
  });
}

function headerOf(signature: JsonObject): JsonObject | undefined {
  try {
    const binary = atob(asText(signature.protected).replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    const header: unknown = JSON.parse(text);
    return isJsonObject(header) ? header : undefined;
  } catch {
    return undefined; // not base64url, or not JSON
  }
}
