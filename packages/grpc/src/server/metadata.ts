import type { ServerRequest } from "@a2a/bridge";
import type { Metadata, ServerInterceptingCall } from "@grpc/grpc-js";
import { headersOf } from "../wire/headers.ts";

/** The certificate of a caller, as `call.getAuthContext()` shows it. */
type PeerCertificate = NonNullable<ReturnType<ServerInterceptingCall["getAuthContext"]>["sslPeerCertificate"]>;

/** A call as authenticators see it: a request whose message was not read. */
export function requestOf(path: string, metadata: Metadata, certificate: PeerCertificate | undefined): ServerRequest {
  const name = certificate?.subject?.CN;
  return {
    method: "POST",
    path,
    query: "",
    headers: headersOf(metadata),
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
