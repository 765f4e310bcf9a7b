/** The network that a snippet sees: the servers at ports of this machine and at other hosts. */
export interface Network {
  /** Where the servers of earlier snippets of the page really listen, by the ports that they name. */
  readonly ports: Readonly<Record<number, number>>;
  /** The default agent without TLS: at every other port that a page names. */
  readonly plain: number;
  /** The same with TLS, at every host that is not this machine. */
  readonly tls: number;
  /** PostgreSQL, at port 5432 of every host. */
  readonly postgres: number;
  /** The certificate of the agent with TLS. */
  readonly ca: string;
}

/** The report of the process of a snippet. */
export type Report =
  | { readonly listening: { named: number; actual: number } }
  /** The module has come to its end, with this exit code. */
  | { readonly exitCode: number };

/** The variable by which a process gets its network and the ways to resolve its imports. */
export const ENVIRONMENT = "A2A_SNIPPET";

/** The content of that variable. */
export interface Environment {
  readonly network: Network;
  /** The module to run. */
  readonly module: string;
  /** Files beside which a package may be installed. */
  readonly places: readonly string[];
  /** Packages that the reader has under one name and the workspace under another. */
  readonly aliases: Readonly<Record<string, string>>;
}
