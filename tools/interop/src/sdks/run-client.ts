import { serve } from "../loopback.ts";
import { until } from "../until.ts";
import { publicKey, TOKEN } from "./credentials.ts";
import { serveHarbourAgent } from "./harbour-agent.ts";
import { runToEnd } from "./process.ts";
import type { OfferedInterface, Outcome, Sdk } from "./sdk.ts";
import { serveSignedCards } from "./signed-cards.ts";

const TIME_LIMIT_MS = 240_000;
/** The path of the webhook that an operation must have called in the end. */
const DELIVERIES: Readonly<Record<string, string>> = {
  "webhook with the message": "/hook",
  "webhook, delivery": "/hook-delivery",
};

/** Runs the client of an SDK against our server, over one interface. Throws when it reports nothing. */
export async function runClient(sdk: Sdk, folder: string, offer: OfferedInterface): Promise<Outcome[]> {
  if (sdk.client === undefined) throw new Error(`${sdk.name} has no client`);
  await using agent = await serveHarbourAgent(offer);
  const delivered = new Map<string, string>();
  await using secured = await serveHarbourAgent(offer, TOKEN);
  // Signatures are part of the card of 1.0.
  await using signed = offer.version === "1.0" ? await serveSignedCards(agent.handler.card) : undefined;
  await using hook = await serve((request, response) => {
    const path = request.url ?? "";
    request.setEncoding("utf8").on("data", (text: string) => delivered.set(path, (delivered.get(path) ?? "") + text));
    request.on("end", () => response.writeHead(200, { Connection: "close" }).end());
  });
  const command = sdk.client(folder, agent.url, offer, `${hook.url}/hook`);
  const { code, stdout, stderr } = await runToEnd(command, folder, TIME_LIMIT_MS, {
    A2A_SECURED_URL: secured.url,
    A2A_TOKEN: TOKEN,
    ...(signed && {
      A2A_SIGNED_URLS: signed.urls.join(" "),
      A2A_SIGNED_SECURED_URL: signed.securedUrl,
      A2A_KEY: JSON.stringify(publicKey),
    }),
  });
  const outcomes = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Outcome] : []));
  if (outcomes.length === 0 || code !== 0) {
    throw new Error(`the client of ${sdk.name} exited with ${code}: ${stderr.slice(-1_000)}`);
  }
  return Promise.all(
    outcomes.map(async (outcome) => {
      const path = DELIVERIES[outcome.operation];
      if (path === undefined || outcome.failure !== undefined) return outcome;
      const arrived = until(() => /completed/i.test(delivered.get(path) ?? ""), 5_000);
      return arrived.then(
        () => outcome,
        () => ({ operation: outcome.operation, failure: "the webhook was not called" }),
      );
    }),
  );
}
