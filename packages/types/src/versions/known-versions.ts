/** The protocol versions this toolkit brings codecs for, newest first. */
export const protocolVersions = ["1.0", "0.3", "0.2", "0.1"] as const;

/** The bindings of each version, without loading its codec. */
export const versionBindings: Readonly<Record<(typeof protocolVersions)[number], readonly string[]>> = {
  "1.0": ["JSONRPC", "HTTP+JSON", "GRPC"],
  "0.3": ["JSONRPC", "HTTP+JSON", "GRPC"],
  "0.2": ["JSONRPC"],
  "0.1": ["JSONRPC"],
};

/** The version of a request that names none (specification 3.6.2). */
export const UNNAMED_VERSION = "0.3";
