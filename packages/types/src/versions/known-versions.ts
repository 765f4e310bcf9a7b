/** The protocol versions this toolkit brings codecs for, newest first. */
export const protocolVersions = ["1.0", "0.3", "0.2", "0.1"] as const;

/** The version of a request that names none (specification 3.6.2). */
export const UNNAMED_VERSION = "0.3";
