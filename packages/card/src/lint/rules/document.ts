import type { JsonValue, ProtocolVersion } from "@a2a/types";
import type { Schema } from "@a2a/types/internal/schema";
import { AgentCardSchema } from "@a2a/types/schemas";
import * as v0_1 from "@a2a/types/v0_1";
import * as v0_2 from "@a2a/types/v0_2";
import * as v0_3 from "@a2a/types/v0_3";
import { duplicateKeys, escapePointer } from "../../document/duplicate-keys.ts";
import { type Content, cardMembers, type Members } from "../../document/presence.ts";
import { asObject } from "./card-view.ts";
import type { LintFinding } from "./finding.ts";
import { legacyMembers } from "./legacy.ts";
import { at, quote, type Rule } from "./rule.ts";

const schemas: Readonly<Record<ProtocolVersion, Schema>> = {
  "1.0": AgentCardSchema,
  "0.3": v0_3.AgentCardSchema,
  "0.2": v0_2.AgentCardSchema,
  "0.1": v0_1.AgentCardSchema,
};

/** Rules about the document as such. */
export const documentRules: readonly Rule[] = [
  {
    rule: "document/duplicate-key",
    severity: "error",
    section: "8.4.1",
    fix: "Write each member once.",
    *check({ text }) {
      for (const { pointer, key } of text === undefined ? [] : duplicateKeys(text)) {
        yield at(pointer, `${quote(key)} appears twice in the same object, and parsers differ in which one they use`);
      }
    },
  },
  {
    rule: "document/byte-order-mark",
    severity: "warning",
    section: "14.1",
    fix: "Save the document as UTF-8 without a byte order mark.",
    *check({ text }) {
      if (text?.startsWith("\ufeff"))
        yield at("", "the document begins with a byte order mark, which JSON does not have");
    },
  },
  {
    rule: "document/size",
    severity: "warning",
    section: "13.4",
    fix: "Shorten texts, or move detail to the page at documentationUrl.",
    *check({ text, card }) {
      const bytes = new TextEncoder().encode(text ?? JSON.stringify(card)).length;
      if (bytes > 256 * 1024) yield at("", `the card has ${bytes} bytes; careful readers stop at 262144`);
    },
  },
  {
    rule: "document/depth",
    severity: "warning",
    section: "13.4",
    fix: "Flatten the params of extensions.",
    *check({ locations }) {
      const deep = locations.find(({ pointer, value }) => typeof value === "object" && pointer.split("/").length > 32);
      if (deep) yield at(deep.pointer, "the card is nested deeper than 32 levels, where careful readers stop");
    },
  },
  {
    rule: "document/schema",
    severity: "error",
    section: "4.4.1",
    fix: "Give the member the type that the specification has for it.",
    *check({ card, version }) {
      for (const issue of schemas[version]?.safeParse(card).error?.issues ?? []) {
        // What is missing or empty has rules of its own, which say more.
        if (isAbsent(card, issue.path)) continue;
        yield at(issue.path.map((step) => `/${escapePointer(String(step))}`).join(""), issue.message);
      }
    },
  },
  {
    rule: "document/null-member",
    severity: "warning",
    section: "5.5",
    fix: "Leave out members that are not set.",
    *check({ locations }) {
      for (const { pointer, value } of locations) {
        if (value === null && !pointer.includes("/params/"))
          yield at(pointer, "the member is null, which strict clients reject");
      }
    },
  },
  {
    rule: "document/snake-case",
    severity: "warning",
    section: "5.5",
    fix: "Write member names in camelCase.",
    *check(view) {
      if (view.version !== "1.0") return;
      for (const { pointer, name, known } of unknownMembers(view.card, cardMembers, "")) {
        if (known(camelCase(name))) yield at(pointer, `${quote(name)} is written in snake_case`);
      }
    },
  },
  {
    rule: "document/unknown-member",
    severity: "info",
    section: "5.5",
    fix: "Check the spelling, or move the member to the params of an extension.",
    *check(view) {
      if (view.version !== "1.0") return;
      for (const { pointer, name, known } of unknownMembers(view.card, cardMembers, "")) {
        if (!known(camelCase(name)) && !legacyMembers.has(name))
          yield at(pointer, `1.0 has no member ${quote(name)} here`);
      }
    },
  },
];

function isAbsent(card: unknown, path: readonly PropertyKey[]): boolean {
  let value = card;
  for (const step of path) value = (Object(value) as Record<PropertyKey, unknown>)[step]; // anything but an object has no members
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

interface UnknownMember {
  readonly pointer: string;
  readonly name: string;
  /** Whether the object has a member of another name. */
  known(name: string): boolean;
}

function* unknownMembers(value: JsonValue, { members }: Members, pointer: string): Iterable<UnknownMember> {
  const known = (name: string) => Object.hasOwn(members, name) || (pointer === "" && name === "signatures");
  for (const [name, member] of Object.entries(asObject(value))) {
    const place = `${pointer}/${escapePointer(name)}`;
    const content = Object.hasOwn(members, name) ? members[name]?.[1] : undefined;
    if (content !== undefined) yield* unknownInside(member, content, place);
    else if (!known(name)) yield { pointer: place, name, known };
  }
}

function* unknownInside(value: JsonValue, content: Content, pointer: string): Iterable<UnknownMember> {
  if (typeof content === "string") return;
  if ("members" in content) return yield* unknownMembers(value, content, pointer);
  const members = "list" in content ? content.list : content.map;
  for (const [key, entry] of typeof value === "object" && value !== null ? Object.entries(value) : []) {
    yield* unknownMembers(entry, members, `${pointer}/${escapePointer(key)}`);
  }
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The finding that ends a check, as there is nothing to look at. */
export function unreadable(message: string): LintFinding {
  return {
    severity: "error",
    rule: "document/json",
    pointer: "",
    message,
    section: "5.5",
    fix: "Serve one JSON object in UTF-8 as the card.",
  };
}
