import { describe, expect, it } from "vitest";
import { onBehalfOf, tokenExchange } from "../src/auth.ts";
import { connect } from "../src/index.ts";
import { cardAt, serveAgentPeer } from "./support/agent-peer.ts";
import { answer, type Peer, servePeer } from "./support/peer.ts";

/** A token endpoint that numbers its tokens and grants this scope. */
function serveTokens(scope?: string): Promise<Peer> {
  let count = 0;
  return servePeer((_, response) =>
    answer(response, { access_token: `t-${++count}`, token_type: "Bearer", expires_in: 600, ...(scope && { scope }) }),
  );
}

const client = { clientId: "desk", clientSecret: "s3cret" };
const turn = { secrets: { callerToken: "of-ann" } };

describe("token exchange", () => {
  it("refuses a token with scopes that were not requested", async () => {
    await using tokens = await serveTokens("read write");
    const exchange = tokenExchange({ ...client, tokenUrl: tokens.url, scope: "read" });
    await expect(exchange("of-ann")).rejects.toThrow("granted the scope write, which was not requested");
  });

  it("keeps tokens of different callers and scopes apart, and uses each again", async () => {
    await using tokens = await serveTokens();
    const exchange = tokenExchange({ ...client, tokenUrl: tokens.url });
    const uses = [["ann"], ["bob"], ["ann", { scope: "read" }], ["ann"], ["bob"]] as const;
    const got: string[] = [];
    for (const [token, use] of uses) got.push(await exchange(token, use));
    expect(got).toEqual(["t-1", "t-2", "t-3", "t-1", "t-2"]);
  });

  it("requests the scopes that the card requires, and another token when the agent rejects one", async () => {
    await using tokens = await serveTokens();
    await using peer = await serveAgentPeer({
      card: (url) =>
        cardAt(url, {
          securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
          securityRequirements: [{ schemes: { token: { list: ["read", "list"] } } }],
        }),
      methods: {
        GetTask({ headers }, response) {
          if (headers.authorization === "Bearer t-2") return { id: "t-1", status: { state: "TASK_STATE_WORKING" } };
          answer(response, "", 401);
        },
      },
    });
    const exchange = tokenExchange({ ...client, tokenUrl: tokens.url, audience: "ledger" });
    const agent = await connect(peer.url, { auth: onBehalfOf(turn, exchange), memory: new Map() });
    expect(await agent.getTask("t-1")).toMatchObject({ id: "t-1" });
    const forms = tokens.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    const wanted = { subject_token: "of-ann", audience: "ledger", scope: "read list" };
    expect(forms).toMatchObject([wanted, wanted]);
  });
});
