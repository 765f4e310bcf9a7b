import { cardVerifier } from "@a2a/card/signing";
import { connect } from "@a2a/client";
import { bearer } from "@a2a/client/auth";
import { failureOf, same, taskIn } from "./checks.ts";
import { bindingOf } from "./connect-options.ts";
import { publicKey, TOKEN } from "./credentials.ts";
import { limited } from "./limited.ts";
import type { OfferedInterface, Outcome, Sdk } from "./sdk.ts";

/** Tries our client with a probe agent that asks for a token and whose card is signed, over one interface. */
export async function callSecured(sdk: Sdk, url: string, offer: OfferedInterface): Promise<Outcome[]> {
  const outcomes = [{ operation: "secured agent", ...(await limited(sendWithToken(url, offer))) }];
  // Signatures are part of the card of 1.0.
  if (!sdk.signsCard || offer.version !== "1.0") return outcomes;
  return [...outcomes, { operation: "signed card", ...(await limited(verifySignature(url, offer))) }];
}

async function sendWithToken(url: string, { version, binding }: OfferedInterface): Promise<void> {
  const options = { versions: [version], bindings: [bindingOf(binding)], memory: new Map() };
  await using known = await connect(url, { ...options, auth: bearer(TOKEN) });
  same(taskIn(await known.send("tides")).status.state, "TASK_STATE_COMPLETED");
  await using unknown = await connect(url, options);
  same(await failureOf(unknown.send("tides")), "UNAUTHENTICATED");
}

async function verifySignature(url: string, { version, binding }: OfferedInterface): Promise<void> {
  const trusting = (jwk: typeof publicKey) =>
    connect(url, {
      versions: [version],
      bindings: [bindingOf(binding)],
      memory: new Map(),
      signatures: "require",
      verifyCard: cardVerifier({ keys: [{ jwk }] }),
    });
  await using client = await trusting(publicKey);
  same(client.card.name, "Harbour");
  same(await failureOf(trusting({ ...publicKey, kid: "another" })), "SIGNATURE");
}
