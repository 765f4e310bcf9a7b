import { listenGrpc } from "@a2a/grpc/server";
import { bearer } from "@a2a/server";
import { type GrpcOptions, type ServeOptions, serve } from "@a2a/server/node";
import { silentLogger } from "@a2a/types";
import { selfSigned } from "test-kit/self-signed";
import { describe, expect, it } from "vitest";
import { probe } from "../src/index.ts";
import { runHere } from "./here.ts";
import { listening } from "./official-servers.ts";

interface Report {
  state: string;
  speaks?: string;
  url?: string;
  symptoms: { severity: string; code: string; message: string }[];
}

async function examined(url: string, ...flags: string[]) {
  const { code, out } = await runHere(["doctor", url, "-o", "json", "--step-time", "2s", ...flags]);
  const { symptoms, ...verdict } = JSON.parse(out) as Report;
  const lines = symptoms.map((symptom) => `${symptom.severity} ${symptom.code}: ${symptom.message}`);
  return { code, verdict, symptoms: lines.filter((line) => !line.includes("cors/none")) };
}

function serveBoth(grpc: GrpcOptions, more: Partial<ServeOptions> = {}) {
  const options = { card: { name: "Both" }, executor: probe, store: "memory", logger: silentLogger, ...more };
  return serve({ ...options, grpc: { listen: listenGrpc, ...grpc } });
}

describe.concurrent("a2a doctor, over gRPC", () => {
  it("finds nothing wrong with an agent that is served over HTTP and gRPC", async () => {
    await using agent = await serveBoth({});
    const { code, verdict, symptoms } = await examined(agent.url);
    expect([code, verdict.state, symptoms]).toEqual([0, "callable", []]);
  });

  it("reports a port at which nothing listens, once for all protocol versions", async () => {
    await using agent = await serveBoth({ address: "127.0.0.1:9" });
    const { code, verdict, symptoms } = await examined(agent.url);
    expect(symptoms).toEqual(["error net/refused: gRPC: nothing listens at 127.0.0.1 port 9"]);
    expect([code, verdict.state, verdict.speaks]).toEqual([1, "callable", "1.0 over JSONRPC"]);
  });

  it("reports a port that speaks HTTP/1.1", async () => {
    await using other = await serveBoth({});
    await using agent = await serveBoth({ address: new URL(other.url).host }, { versions: ["1.0"] });
    const { code, symptoms } = await examined(agent.url);
    expect([code, symptoms]).toEqual([1, [expect.stringMatching(/^error call\/unreachable: 1\.0 over GRPC at /)]]);
  });

  it("reports a protocol version that the port does not serve", async () => {
    await using older = await serveBoth({}, { versions: ["0.3"] });
    const interfaces = [{ url: older.grpcAddress ?? "", protocolBinding: "GRPC", protocolVersion: "1.0" }];
    await using agent = await serve({
      card: { name: "Newer" },
      interfaces,
      executor: probe,
      store: "memory",
      logger: silentLogger,
    });
    const { code, symptoms } = await examined(agent.url);
    const expected = `error call/version: 1.0 over GRPC at ${older.grpcAddress} is not supported: `;
    expect([code, symptoms]).toEqual([1, [expect.stringContaining(expected)]]);
  });

  it("judges the certificate, and calls with --insecure", async () => {
    await using agent = await serveBoth({}, { tls: selfSigned });
    const insecure = await examined(agent.url, "--insecure");
    expect(insecure.verdict.state).toBe("callable");
    expect(insecure.symptoms).toEqual([
      expect.stringMatching(/^error tls\/untrusted: the certificate of 127\.0\.0\.1/),
      expect.stringMatching(/^error tls\/untrusted: gRPC: the certificate of 127\.0\.0\.1/),
    ]);
  });

  it("reports cleartext where clients use TLS", async () => {
    await using plain = await serveBoth({}, { versions: ["1.0"] });
    await using agent = await serveBoth({ address: plain.grpcAddress ?? "" }, { versions: ["1.0"], tls: selfSigned });
    const { symptoms } = await examined(agent.url, "--insecure");
    const missing = `error tls/missing: gRPC: ${plain.grpcAddress} does not accept TLS, which clients use`;
    expect(symptoms).toEqual([expect.stringContaining("tls/untrusted"), missing]);
  });

  it("sends credentials, and says when they are needed or rejected", async () => {
    await using agent = await serveBoth({}, { auth: [bearer({ tokens: { s3cret: "ada" } })] });
    const without = await examined(agent.url);
    expect([without.code, without.verdict.state]).toEqual([4, "credentials"]);
    expect(without.symptoms).toEqual([expect.stringContaining("info auth/needed: the agent asks for credentials")]);
    const wrong = await examined(agent.url, "--bearer", "other");
    expect(wrong.symptoms).toContainEqual(
      `error auth/rejected: ${agent.grpcAddress} rejected the credentials with UNAUTHENTICATED`,
    );
    const right = await examined(agent.url, "--bearer", "s3cret");
    expect([right.code, right.verdict.state, right.symptoms]).toEqual([0, "callable", []]);
  });

  it("calls an agent over gRPC that offers nothing else", async () => {
    await using hidden = await serveBoth({}, { versions: ["1.0"] });
    const supportedInterfaces = hidden.handler.card.supportedInterfaces.filter(
      ({ protocolBinding }) => protocolBinding === "GRPC",
    );
    const card = { ...hidden.handler.card, supportedInterfaces };
    await using agent = await listening((_, response) => {
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(card));
    });
    const { code, verdict, symptoms } = await examined(agent.url);
    expect(symptoms).toEqual(["warning interface/transports: the card offers only GRPC"]);
    expect([code, verdict.state, verdict.speaks]).toEqual([0, "callable", "1.0 over GRPC"]);
  });
});
