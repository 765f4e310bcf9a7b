import type { Principal } from "@a2a/types";
import type { Authenticator } from "./authenticator.ts";

/** A certificate that the TLS layer has verified. */
export interface PeerCertificate {
  /** The common name of its subject. */
  readonly subject: string;
  /** The SHA-256 fingerprint, as lower-case hex without separators. */
  readonly fingerprint: string;
}

/** Callers prove themselves by a client certificate, which the TLS layer has verified. */
export function clientCertificate(
  toPrincipal: (certificate: PeerCertificate) => Principal | undefined = ({ subject }) => ({ subject }),
): Authenticator {
  return {
    name: "mtls",
    scheme: { mtlsSecurityScheme: {} },
    challenge: 'Mutual realm="a2a"',
    authenticate: ({ certificate }) => certificate && toPrincipal(certificate),
  };
}
