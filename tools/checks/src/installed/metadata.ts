import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../finding.ts";
import { type Manifest, publishable, readWorkspace } from "../workspace.ts";

/** The members of a manifest that a registry shows. */
interface PublishedManifest extends Manifest {
  description?: string;
  keywords?: string[];
  homepage?: string;
  bugs?: string;
  author?: string;
  repository?: { type?: string; url?: string; directory?: string };
  publishConfig?: { access?: string; provenance?: boolean };
}

/**
 * The manifests of published packages tell a registry where they come from, agree about the oldest Node, and accept ranges of their
 * dependencies: a program that pins another version of a library would otherwise get two of them. The address of the repository is
 * that of the root manifest.
 */
export function checkMetadata(root: string): Finding[] {
  const { repository, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    repository: string;
    license: string;
  };
  const packages = publishable(readWorkspace(root));
  const floor = packages[0]?.manifest.engines?.node;
  return packages.flatMap(({ folder, manifest }) => {
    const found = manifest as PublishedManifest; // the same file, with more of its members
    const expected: [string, unknown, unknown][] = [
      ["license", found.license, license],
      ["homepage", found.homepage, `${repository}/tree/main/${folder}#readme`],
      ["bugs", found.bugs, `${repository}/issues`],
      ["repository.type", found.repository?.type, "git"],
      ["repository.url", found.repository?.url, `git+${repository}.git`],
      ["repository.directory", found.repository?.directory, folder],
      ["publishConfig.access", found.publishConfig?.access, "public"],
      ["publishConfig.provenance", found.publishConfig?.provenance, true],
      ["engines.node", found.engines?.node, floor],
    ];
    const messages = expected
      .filter(([, actual, wanted]) => actual !== wanted)
      .map(([name, actual, wanted]) => `${name} is ${JSON.stringify(actual)}: expected ${JSON.stringify(wanted)}`);
    for (const name of ["description", "author"] as const) if (!found[name]) messages.push(`${name} is missing`);
    if (!found.keywords?.includes("a2a")) messages.push('keywords: expected "a2a" among them');
    return [...messages, ...exactVersions(found), ...absentTargets(found)].map((message) => ({
      file: `${folder}/package.json`,
      message,
    }));
  });
}

function exactVersions({ dependencies = {} }: Manifest): string[] {
  const exact = Object.entries(dependencies).filter(([, range]) => !/^(workspace:\^|catalog:ranges|\^)/.test(range));
  return exact.map(([name, range]) => `dependencies.${name} is "${range}": expected "catalog:ranges", or a range`);
}

/** Conditions of `exports` whose files are not among those that are packed. */
function absentTargets({ exports = {}, files = [] }: Manifest): string[] {
  const isPacked = (path: string) =>
    path === "./package.json" || files.some((folder) => path.startsWith(`./${folder}/`));
  return Object.entries(exports).flatMap(([entry, conditions]) => {
    return targetsOf(conditions)
      .filter((path) => !isPacked(path))
      .map((path) => `exports["${entry}"] names ${path}, which "files" leaves out`);
  });
}

/** The files of an entry of `exports`, whose conditions may be nested. */
function targetsOf(conditions: unknown): string[] {
  return typeof conditions === "object" && conditions
    ? Object.values(conditions).flatMap(targetsOf)
    : [String(conditions)];
}
