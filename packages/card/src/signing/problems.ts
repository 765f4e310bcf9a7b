/** The reasons not to trust a card or one of its signatures, each with a message. */
export const signatureProblems = {
  NOT_JSON: "the card is not JSON",
  TOO_COMPLEX: "the card is nested too deeply or holds too many values",
  DUPLICATE_KEY: "the card holds a member twice, so that readers may see different cards",
  NOT_CANONICAL: "the card holds a value that canonical JSON cannot write",
  NOT_A_CARD: "what the signature covers is not a valid card",
  NO_SIGNATURES: "the card has no signatures",
  MALFORMED_SIGNATURE: "the signature is malformed",
  MISSING_KID: "the signature does not name its key",
  ALGORITHM_NONE: "the signature names no algorithm, or `none`",
  ALGORITHM_NOT_ALLOWED: "the algorithm is not one of those allowed",
  CRITICAL_UNKNOWN: "the signature demands that its reader understands more than this one does",
  UNKNOWN_KEY: "no known key has this id",
  JKU_NOT_ALLOWED: "the address of the key set is not on the list of those allowed",
  JKU_UNREACHABLE: "the key set could not be fetched",
  WRONG_ORIGIN: "the key may not sign cards of this origin",
  KEY_EXPIRED: "the key has expired",
  KEY_NOT_YET_VALID: "the key is not valid yet",
  KEY_REVOKED: "the key has been revoked",
  KEY_MISMATCH: "the key is not made for this algorithm",
  KEY_TOO_WEAK: "the RSA key is shorter than 2,048 bits",
  TAMPERED: "the signature does not fit the card: one of the two was changed",
} as const;

/** The reason not to trust a card or one of its signatures. */
export type SignatureProblem = keyof typeof signatureProblems;

/** Carries a problem to the verifier, which reports it; internal. */
export class Distrust extends Error {
  readonly problem: SignatureProblem;

  constructor(problem: SignatureProblem, cause?: unknown) {
    super(signatureProblems[problem], { cause });
    this.problem = problem;
  }
}
