import type { ServerRequest } from "@a2a/bridge";
import { headersOf } from "../wire/headers.ts";
import type { IncomingCall } from "./incoming-call.ts";

/** A call as authenticators see it: a request whose message was not read. */
export function requestOf(call: IncomingCall, trustsCertificates: boolean): ServerRequest {
  const certificate = trustsCertificates ? call.getAuthContext().sslPeerCertificate : undefined;
  const name = certificate?.subject?.CN;
  return {
    method: "POST",
    path: call.path,
    query: "",
    headers: headersOf(call.metadata, call.getHost()),
    body: "",
    ...(certificate &&
      typeof name === "string" && {
        certificate: {
          subject: name,
          fingerprint: certificate.fingerprint256.replaceAll(":", "").toLowerCase(),
        },
      }),
  };
}
