import type { JsonObject } from "@a2a/types";
import { fullCard } from "../seed-cards.ts";
import { type Case, clean } from "./changes.ts";

/** Cases for the rules about document. */
export const documentCases: Case[] = [
  {
    rule: "document/duplicate-key",
    bad: '{"name":"a","name":"b"}',
    at: "/name",
    good: '{"name":"a","description":"a"}',
  },
  {
    rule: "document/byte-order-mark",
    bad: `\ufeff${JSON.stringify(fullCard)}`,
    at: "",
    good: JSON.stringify(fullCard),
  },
  {
    rule: "document/size",
    bad: clean({ "/description": "x".repeat(270_000) }),
    at: "",
    good: clean({ "/description": "x".repeat(200_000) }),
  },
  {
    rule: "document/depth",
    bad: clean({
      "/capabilities/extensions/0/params": JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`) as JsonObject,
    }),
    at: `/capabilities/extensions/0/params${"/a".repeat(28)}`,
    good: clean({
      "/capabilities/extensions/0/params": JSON.parse(`${'{"a":'.repeat(20)}1${"}".repeat(20)}`) as JsonObject,
    }),
  },
  {
    rule: "document/schema",
    bad: clean({ "/skills/0/tags/0": 7 }),
    at: "/skills/0/tags/0",
    good: clean({ "/skills/0/name": "" }),
  },
  {
    rule: "document/null-member",
    bad: clean({ "/iconUrl": null }),
    at: "/iconUrl",
    good: clean({ "/capabilities/extensions/0/params/x": null }),
  },
  {
    rule: "document/snake-case",
    bad: clean({ "/icon_url": "https://tide.example/i" }),
    at: "/icon_url",
    good: clean({ "/x_note": 1 }),
  },
  {
    rule: "document/unknown-member",
    bad: clean({ "/skills/0/colour": "blue" }),
    at: "/skills/0/colour",
    good: clean({ "/url": "https://tide.example" }),
  },
];
