import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A key and its certificate, as PEM text. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** Issues certificates for tests, generated on each run so that the repository holds no key. */
export function certificateAuthority(name: string) {
  const keys = newKeys();
  const cert = certify({
    subject: name,
    publicKey: keys.publicKey,
    issuer: name,
    issuerKey: keys.privateKey,
    extension: IS_CA,
  });
  return {
    /** The root certificate, with which issued certificates are verified. */
    cert,
    issue(subject: string): Identity {
      const { publicKey, privateKey } = newKeys();
      const issued = certify({ subject, publicKey, issuer: name, issuerKey: keys.privateKey, extension: FOR_LOOPBACK });
      return { key: String(privateKey.export({ type: "pkcs8", format: "pem" })), cert: issued };
    },
  };
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

interface Claims {
  subject: string;
  publicKey: KeyObject;
  issuer: string;
  issuerKey: KeyObject;
  extension: Buffer;
}

let serial = 0;

/** An X.509 certificate (RFC 5280, section 4.1), signed with ECDSA over SHA-256. */
function certify({ subject, publicKey, issuer, issuerKey, extension }: Claims): string {
  const body = sequence(
    der(0xa0, integer(2)),
    integer(++serial),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231235959Z"))),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, issuerKey));
  const lines =
    sequence(body, ECDSA_SHA256, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const nameOf = (commonName: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(commonName)))));

const ECDSA_SHA256 = sequence(oid("2a8648ce3d040302"));
/** Basic constraints: an authority. */
const IS_CA = sequence(
  oid("551d13"),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);
/** Alternative name: the address 127.0.0.1. */
const FOR_LOOPBACK = sequence(oid("551d11"), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))));
