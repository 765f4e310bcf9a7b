import { LocalError, type SecurityScheme } from "@a2a/types";
import { loadPackage } from "@a2a/types/node";
import type { Credential } from "../auth/credential.ts";

/** The keys of an AWS identity. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Who signs, and for which service. */
export interface AwsSigV4Options {
  /** The region of the agent, such as `us-west-2`. */
  region: string;
  /** The keys, or a function that gets them: a provider of the AWS SDK, such as `fromNodeProviderChain()`. It is called for each request. */
  credentials: AwsCredentials | (() => AwsCredentials | Promise<AwsCredentials>);
  /** The name of the service that checks the signature. Default `bedrock-agentcore`. */
  service?: string;
  /** The time in milliseconds since 1970. */
  now?: () => number;
}

/**
 * Signs requests with AWS Signature Version 4, for agents on Amazon Bedrock AgentCore or behind IAM. The card is requested with a signature too if it is not
 * public. Needs the package `aws4fetch`.
 */
export function awsSigV4(options: AwsSigV4Options): Credential {
  const { region, service = "bedrock-agentcore", credentials, now = Date.now } = options;
  return {
    name: "AWS signature",
    fits: (scheme) => "httpAuthSecurityScheme" in scheme && NAMES.test(scheme.httpAuthSecurityScheme.scheme),
    undeclared: SCHEME,
    async prove({ request }) {
      if (request === undefined) throw new LocalError("CONFIG", "a signature needs the request that it is for");
      const { AwsV4Signer } = (await loadPackage("aws4fetch", "awsSigV4")) as Aws4Fetch; // as its documentation promises
      const keys = typeof credentials === "function" ? await credentials() : credentials;
      const headers = Object.entries(request.headers ?? {}).filter(([name]) => !UNSIGNED.has(name.toLowerCase()));
      const signer = new AwsV4Signer({
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(headers),
        ...(request.body !== undefined && { body: request.body }),
        accessKeyId: keys.accessKeyId,
        secretAccessKey: keys.secretAccessKey,
        ...(keys.sessionToken !== undefined && { sessionToken: keys.sessionToken }),
        region,
        service,
        datetime: new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, ""),
        allHeaders: true,
      });
      const signed = (await signer.sign()).headers;
      const added = ["authorization", "x-amz-date", "x-amz-security-token"].flatMap((name) => {
        const value = signed.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return { headers: Object.fromEntries(added) };
    },
  };
}

const SCHEME: SecurityScheme = { httpAuthSecurityScheme: { scheme: "AWS4-HMAC-SHA256" } };
const NAMES = /^(aws4-hmac-sha256|aws-sigv4|sigv4)$/i;

/** Headers that proxies on the way may change, or that the signature replaces. */
const UNSIGNED = new Set(["authorization", "user-agent", "connection", "expect", "x-amzn-trace-id", "traceparent"]);

/** The part of `aws4fetch` that is used. */
interface Aws4Fetch {
  readonly AwsV4Signer: new (options: {
    readonly method: string;
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
    readonly region: string;
    readonly service: string;
    readonly datetime: string;
    readonly allHeaders: boolean;
  }) => { sign(): Promise<{ readonly headers: Headers }> };
}
