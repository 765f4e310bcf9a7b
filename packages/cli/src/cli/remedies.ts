/** A remedy as the libraries spell it, and as the command line spells it. */
interface Remedy {
  /** The end of a message, with the options of the library. */
  readonly option: string;
  readonly flag: string;
  /** The equivalents of `a2a gateway`: members of its configuration file. */
  readonly gateway?: string;
}

const REMEDIES: readonly Remedy[] = [
  {
    option: "pass `auth` to ask callers for credentials, or `security: { allowAnonymous: true }`",
    flag: "pass --auth to ask callers for credentials, or --allow-anonymous",
    gateway: "set auth in the file of --config to ask callers for credentials, or allowAnonymous: true",
  },
  {
    option: "pass `tls`, or `grpc: { cleartext: true }` behind a proxy that terminates TLS",
    flag: "pass --grpc-cleartext behind a proxy that terminates TLS, or have the module export `tls`",
    gateway: "pass --grpc-cleartext behind a proxy that terminates TLS",
  },
  { option: "every agent needs `auth`", flag: "the page needs --auth" },
  { option: "pass `auth` or `security.authenticate`", flag: "pass --auth" },
  { option: "pass `tokenUrl`", flag: "pass --token-url" },
  {
    option: "pass it in `origins` to allow it",
    flag: "to allow it, save the card and pass the file with --agent-card",
  },
  {
    option: "pass `allowDowngrade: true` to accept it, or pin the version",
    flag: "pass --a2a-version to accept an older one",
  },
  { option: ": pass that in `origins` to send it there", flag: "" },
];

/** Names the flags of a command where the message of a library names options: users of the command line have no options. */
export function inFlags(message: string, command: string): string {
  return REMEDIES.reduce(
    (text, { option, flag, gateway }) => text.replace(option, command === "gateway" ? (gateway ?? flag) : flag),
    message,
  );
}
