export { type CardAlgorithm, cardAlgorithms } from "./signing/algorithms.ts";
export { type CanonicalForm, canonicalCard, canonicalForms } from "./signing/canonical-card.ts";
export type { KeySets, KeySources, TrustedKey } from "./signing/key-finder.ts";
export { type SignatureProblem, signatureProblems } from "./signing/problems.ts";
export { type CardSigner, signCard } from "./signing/sign-card.ts";
export {
  type CardVerification,
  cardVerifier,
  type SignatureCheck,
  type VerifyCardOptions,
  verifyCard,
} from "./signing/verify-card.ts";
