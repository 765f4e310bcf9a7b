import { fullCard } from "../seed-cards.ts";
import { at, type Case, clean, first, interfaceUrl, older } from "./changes.ts";

/** Cases for the rules about interfaces. */
export const interfacesCases: Case[] = [
  {
    rule: "interface/absolute-url",
    bad: interfaceUrl("/a2a"),
    at: `${first}/url`,
    good: interfaceUrl("tide.example:443", "GRPC"),
  },
  {
    rule: "interface/scheme",
    bad: interfaceUrl("file:///etc/passwd"),
    at: `${first}/url`,
    good: interfaceUrl("http://localhost:4000"),
  },
  {
    rule: "interface/https",
    bad: interfaceUrl("http://tide.example/a2a"),
    at: `${first}/url`,
    good: interfaceUrl("http://127.0.0.1:4000/a2a"),
  },
  {
    rule: "interface/credentials",
    bad: interfaceUrl("https://ada:hunter2@tide.example"),
    at: `${first}/url`,
    good: interfaceUrl("https://tide.example/@ada"),
  },
  {
    rule: "interface/fragment",
    bad: interfaceUrl("https://tide.example/a2a?x=1"),
    at: `${first}/url`,
    good: interfaceUrl("https://tide.example/a2a/x=1"),
  },
  {
    rule: "interface/private-host",
    bad: interfaceUrl("https://10.0.0.8/a2a"),
    at: `${first}/url`,
    context: at,
    good: interfaceUrl("https://10.0.0.8/a2a"),
    goodContext: { url: "http://10.0.0.8/card.json" },
  },
  {
    rule: "interface/other-origin",
    bad: interfaceUrl("https://other.example/a2a"),
    at: `${first}/url`,
    context: at,
    good: interfaceUrl("https://other.example/a2a"),
  },
  {
    rule: "interface/duplicate",
    bad: clean({ "/supportedInterfaces/1/protocolBinding": "JSONRPC" }),
    at: "/supportedInterfaces/1",
    good: clean({ "/supportedInterfaces/1": { ...fullCard.supportedInterfaces[0], tenant: "north" } }),
  },
  {
    rule: "interface/binding-spelling",
    bad: clean({ [`${first}/protocolBinding`]: "json-rpc" }),
    at: first,
    good: clean({ [`${first}/protocolBinding`]: "GRPC" }),
  },
  {
    rule: "interface/binding-unknown",
    bad: clean({ [`${first}/protocolBinding`]: "CARRIER-PIGEON" }),
    at: first,
    good: clean({ [`${first}/protocolBinding`]: "https://bindings.example/pigeon/1" }),
  },
  {
    rule: "interface/version-format",
    bad: clean({ [`${first}/protocolVersion`]: "newest" }),
    at: first,
    good: clean({ [`${first}/protocolVersion`]: "9.9" }),
  },
  { rule: "interface/version-patch", bad: clean({ [`${first}/protocolVersion`]: "1.0.1" }), at: first, good: older },
  {
    rule: "interface/version-unknown",
    bad: clean({ [`${first}/protocolVersion`]: "9.9" }),
    at: first,
    good: clean({ [`${first}/protocolVersion`]: "0.3" }),
  },
  {
    rule: "interface/version-binding",
    bad: clean({ "/supportedInterfaces/1/protocolVersion": "0.1" }),
    at: "/supportedInterfaces/1",
    good: clean({ "/supportedInterfaces/1/protocolVersion": "0.3" }),
  },
  {
    rule: "interface/grpc-address",
    bad: interfaceUrl("https://tide.example/grpc", "GRPC"),
    at: `${first}/url`,
    good: interfaceUrl("tide.example:443", "GRPC"),
  },
  {
    rule: "interface/not-served",
    bad: clean(),
    at: "/supportedInterfaces/5",
    context: { versions: ["1.0", "0.3", "0.2"] },
    good: clean(),
    goodContext: { versions: ["1.0", "0.3", "0.2", "0.1"], bindings: ["JSONRPC", "HTTP+JSON"] },
  },
  {
    rule: "interface/not-listed",
    bad: clean({ "/supportedInterfaces": fullCard.supportedInterfaces.slice(0, 5) }),
    at: "/supportedInterfaces",
    context: { versions: ["1.0", "0.1"] },
    good: clean(),
    goodContext: { versions: ["1.0", "0.1"] },
  },
  {
    rule: "card/link",
    bad: clean({ "/documentationUrl": "javascript:alert(1)" }),
    at: "/documentationUrl",
    good: clean({ "/documentationUrl": "http://localhost/help" }),
  },
];
