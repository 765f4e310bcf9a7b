import { cardHandler } from "@a2a/card/handler";
import { signCard } from "@a2a/card/signing";
import type { AgentCard } from "@a2a/types";
import { type Served, serve } from "../loopback.ts";
import { signingKey } from "./credentials.ts";

/** The URLs of signed cards, for the environment of a probe client. */
export interface SignedCards extends AsyncDisposable {
  /** A card as it is, and one with empty members, which some SDKs drop before they verify. */
  readonly urls: readonly string[];
  /** A card that declares a token. */
  readonly securedUrl: string;
}

/** Serves a card, signed, in several forms. */
export async function serveSignedCards(card: AgentCard): Promise<SignedCards> {
  const cards = [card, withEmptyMembers(card), withToken(card)];
  const served = await Promise.all(cards.map(serveSigned));
  const [securedUrl = "", ...urls] = served.map(({ url }) => url).toReversed();
  return {
    urls,
    securedUrl,
    async [Symbol.asyncDispose]() {
      await Promise.all(served.map((it) => it[Symbol.asyncDispose]()));
    },
  };
}

async function serveSigned(card: AgentCard): Promise<Served> {
  const handler = cardHandler(await signCard(card, { key: signingKey }), { versions: ["1.0"] });
  return serve(({ method = "GET", url: path = "/" }, response) => {
    const answer = handler({ method, path, query: "", headers: {}, body: "" });
    response.writeHead(answer?.status ?? 404, { ...answer?.headers, Connection: "close" }).end(answer?.body);
  });
}

function withEmptyMembers(card: AgentCard): AgentCard {
  return {
    ...card,
    documentationUrl: "",
    capabilities: { ...card.capabilities, extensions: [] },
    skills: card.skills.map((skill) => ({ ...skill, description: "", tags: [], examples: [] })),
  };
}

function withToken(card: AgentCard): AgentCard {
  return {
    ...card,
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "bearer" } } },
    securityRequirements: [{ schemes: { token: { list: [] } } }],
  };
}
