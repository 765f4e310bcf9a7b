import { generateKeyPairSync } from "node:crypto";

/** The token that secured agents ask for. */
export const TOKEN = "token-of-the-probe";

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const named = { kid: "harbour-1", alg: "ES256" };

/** The key that cards of this run are signed with. */
export const signingKey = { ...pair.privateKey.export({ format: "jwk" }), ...named };

/** The key to verify them with. */
export const publicKey = { ...pair.publicKey.export({ format: "jwk" }), ...named };

/** The environment of a probe agent that is secured, and whose card is signed where the SDK can sign. */
export const securedEnvironment: Readonly<Record<string, string>> = {
  A2A_TOKEN: TOKEN,
  A2A_KEY: JSON.stringify(signingKey),
};
