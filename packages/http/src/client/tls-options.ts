/** A client certificate and trusted authorities, as PEM text. */
export interface TlsOptions {
  /** The certificate of the client. */
  cert?: string;
  /** Its private key. */
  key?: string;
  /** The authorities to trust, instead of the system's. */
  ca?: string;
  /** `false` accepts any certificate of a server. */
  rejectUnauthorized?: boolean;
}
