import type { Headers, ServerRequest } from "@a2a/bridge";
import type { Metadata, ServerInterceptingCall } from "@grpc/grpc-js";

/** Metadata as headers: names are lower-case, several values of one name are joined, and binary ones are left out. */
export function headersOf(metadata: Metadata): Headers {
  const headers: Record<string, string> = Object.create(null);
  for (const name of Object.keys(metadata.getMap())) {
    if (!name.endsWith("-bin")) headers[name] = metadata.get(name).join(", ");
  }
  return headers;
}

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
