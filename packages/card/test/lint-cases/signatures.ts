import { type Case, clean, goodHeader, older, signature, signed } from "./changes.ts";

/** Cases for the rules about signatures. */
export const signaturesCases: Case[] = [
  {
    rule: "signature/malformed",
    bad: clean({ "/signatures": [{ protected: "%%", signature: "c2ln" }] }),
    at: "/signatures/0",
    good: signed(),
  },
  {
    rule: "signature/algorithm",
    bad: signed({ ...goodHeader, alg: "none" }),
    at: "/signatures/0/protected",
    good: signed({ ...goodHeader, alg: "EdDSA" }),
  },
  { rule: "signature/kid", bad: signed({ alg: "ES256", typ: "JOSE" }), at: "/signatures/0/protected", good: signed() },
  { rule: "signature/typ", bad: signed({ alg: "ES256", kid: "k" }), at: "/signatures/0/protected", good: signed() },
  {
    rule: "signature/jku",
    bad: signed({ ...goodHeader, jku: "http://keys.example" }),
    at: "/signatures/0/protected",
    good: signed({ ...goodHeader, jku: "https://keys.example" }),
  },
  {
    rule: "signature/critical",
    bad: signed({ ...goodHeader, crit: ["b64"] }),
    at: "/signatures/0/protected",
    good: signed(),
  },
  {
    rule: "signature/duplicate-kid",
    bad: clean({ "/signatures": [signature(goodHeader), signature(goodHeader)] }),
    at: "/signatures/1/protected",
    good: clean({ "/signatures": [signature(goodHeader), signature({ ...goodHeader, kid: "l" })] }),
  },
  { rule: "signature/empty-value", bad: { ...signed(), iconUrl: "" }, at: "/iconUrl", good: clean({ "/iconUrl": "" }) },
  {
    rule: "signature/mixed-versions",
    bad: { ...signed(), url: "https://tide.example" },
    at: "/signatures",
    good: clean({ "/url": "https://tide.example" }),
  },
  {
    rule: "signature/older-version",
    bad: { ...older, signatures: [signature(goodHeader)] },
    at: "/signatures",
    good: signed(),
  },
];
