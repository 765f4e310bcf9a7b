import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpRequest } from "@a2a/http";
import { ManagedIdentityCredential } from "@azure/identity";
import { afterEach, describe, expect, it, vi } from "vitest";
import { awsSigV4, entraToken, googleAccessToken, googleIdToken } from "../src/cloud.ts";
import { connect } from "../src/node.ts";
import { cardAt } from "./support/agent-peer.ts";
import { answer, type Peer, servePeer } from "./support/peer.ts";

interface Vectors {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly service: string;
  readonly time: string;
  readonly cases: readonly {
    readonly name: string;
    readonly method: HttpRequest["method"];
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly sessionToken?: string;
    readonly signed: string;
  }[];
}
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "vectors/sigv4.json"), "utf8")) as Vectors; // the file beside this one

afterEach(() => vi.unstubAllEnvs());

describe("AWS signatures", () => {
  const { accessKeyId, secretAccessKey, region, service, time } = vectors;

  it.each(vectors.cases)(
    "match AWS's published vector $name",
    async ({ method, target, headers, body, sessionToken, signed }) => {
      const { Host: host = "", ...others } = headers;
      const request: HttpRequest = {
        method,
        url: new URL(`https://${host.trim()}${target}`).href,
        headers: others,
        ...(body !== undefined && { body }),
      };
      const credentials = { accessKeyId, secretAccessKey, sessionToken };
      const credential = awsSigV4({ region, service, credentials, now: () => Date.parse(time) });
      const scheme = { httpAuthSecurityScheme: { scheme: "AWS4-HMAC-SHA256" } };
      const proof = await credential.prove({ scheme, scopes: [], origin: "", http: fail, request });
      expect(proof.headers?.authorization).toBe(signed);
    },
  );

  it("sign the card's request and the calls of an agent that declares nothing", async () => {
    await using peer = await serveGuarded("/runtimes/arn%3Aaws%3Abedrock/invocations", (header) =>
      header.startsWith("AWS4-HMAC-SHA256 "),
    );
    const credentials = async () => ({ accessKeyId, secretAccessKey, sessionToken: "session-1" });
    const auth = awsSigV4({ region: "us-west-2", credentials });
    await using client = await connect(`${peer.url}/runtimes/arn%3Aaws%3Abedrock/invocations/`, {
      auth,
      memory: new Map(),
    });
    expect(await client.getTask("t-1")).toMatchObject({ id: "t-1" });
    const call = peer.received.at(-1);
    expect(call?.headers).toMatchObject({
      "x-amz-security-token": "session-1",
      "x-amz-date": expect.stringMatching(/^\d{8}T\d{6}Z$/),
    });
    expect(call?.headers.authorization).toMatch(
      /\/us-west-2\/bedrock-agentcore\/aws4_request, SignedHeaders=[^,]*content-type;[^,]*host;/,
    );
  });
});

const fail = () => expect.unreachable("a signature needs no request");

/** An agent behind a platform that checks each request, also that for the card. */
function serveGuarded(path: string, accepts: (header: string) => boolean): Promise<Peer> {
  return servePeer((request, response) => {
    if (!accepts(request.headers.authorization ?? "")) return answer(response, "", 403);
    if (request.method === "GET") return answer(response, cardAt(`http://${request.headers.host}${path}`));
    const result = { id: "t-1", status: { state: "TASK_STATE_WORKING" } };
    return answer(response, { jsonrpc: "2.0", id: JSON.parse(request.body).id, result });
  });
}

describe("Google tokens", () => {
  /** A metadata server as on Cloud Run and Compute Engine. */
  async function serveMetadata() {
    const peer = await servePeer((request, response) => {
      const url = new URL(request.path, "http://metadata");
      const flavor = { "Metadata-Flavor": "Google", "Content-Type": "text/plain" };
      if (request.headers["metadata-flavor"] !== "Google") return answer(response, "", 403);
      if (url.pathname.endsWith("/identity")) {
        const claims = { aud: url.searchParams.get("audience"), exp: Math.floor(Date.now() / 1000) + 3600 };
        const token = ["e30", Buffer.from(JSON.stringify(claims)).toString("base64url"), "c2ln"].join(".");
        return response.writeHead(200, flavor).end(token);
      }
      if (url.pathname.endsWith("/token")) {
        const token = {
          access_token: `ya29.${url.searchParams.get("scopes")}`,
          expires_in: 3600,
          token_type: "Bearer",
        };
        return response.writeHead(200, { ...flavor, "Content-Type": "application/json" }).end(JSON.stringify(token));
      }
      return response.writeHead(200, flavor).end("googleapis.com");
    });
    vi.stubEnv("GCE_METADATA_HOST", new URL(peer.url).host);
    vi.stubEnv("METADATA_SERVER_DETECTION", "assume-present");
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", "");
    vi.stubEnv("GOOGLE_CLOUD_PROJECT", "test");
    vi.stubEnv("HOME", mkdtempSync(join(tmpdir(), "a2a-google-")));
    return peer;
  }

  it("identify the caller to a service of Cloud Run, and are requested once", async () => {
    await using metadata = await serveMetadata();
    await using peer = await serveGuarded("", (header) => {
      const [, claims = "e30"] = header.split(".");
      return JSON.parse(Buffer.from(claims, "base64url").toString()).aud === "https://desk.example";
    });
    const auth = googleIdToken({ audience: "https://desk.example" });
    await using client = await connect(peer.url, { auth, memory: new Map() });
    for (const _ of [1, 2]) expect(await client.getTask("t-1")).toMatchObject({ id: "t-1" });
    expect(metadata.received.filter(({ path }) => path.includes("/identity"))).toHaveLength(1);
  });

  it("give access with scopes", async () => {
    await using metadata = await serveMetadata();
    await using peer = await serveGuarded("", (header) => header === "Bearer ya29.scope-1");
    const auth = googleAccessToken({ scopes: ["scope-1"] });
    await using client = await connect(peer.url, { auth, memory: new Map() });
    for (const _ of [1, 2]) expect(await client.getTask("t-1")).toMatchObject({ id: "t-1" });
    expect(metadata.received.filter(({ path }) => path.includes("/token"))).toHaveLength(1);
  });
});

it("Entra tokens come from the credential that is passed, or from the default one", async () => {
  await using identity = await servePeer((request, response) => {
    const resource = new URL(request.path, "http://identity").searchParams.get("resource");
    if (request.headers["x-identity-header"] !== "hush") return answer(response, "", 401);
    const expires_on = String(Math.floor(Date.now() / 1000) + 3600);
    return answer(response, { access_token: `entra-${resource}`, expires_on, resource, token_type: "Bearer" });
  });
  // A managed identity as App Service and Container Apps offer it.
  vi.stubEnv("IDENTITY_ENDPOINT", `${identity.url}/msi/token`);
  vi.stubEnv("IDENTITY_HEADER", "hush");
  for (const [n, credential] of [new ManagedIdentityCredential(), undefined].entries()) {
    const scope = `api://desk-${n}`;
    await using peer = await serveGuarded("", (header) => header === `Bearer entra-${scope}`);
    const auth = entraToken({ scope: `${scope}/.default`, ...(credential && { credential }) });
    await using client = await connect(peer.url, { auth, memory: new Map() });
    for (const _ of [1, 2]) expect(await client.getTask("t-1")).toMatchObject({ id: "t-1" });
    expect(identity.received).toHaveLength(n + 1);
  }
});
