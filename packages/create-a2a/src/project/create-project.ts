import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { agentFiles } from "./agent-files.ts";
import { modelProviders, type Project, type ProjectOptions, storeKinds } from "./options.ts";
import { projectFiles } from "./project-files.ts";

/** Creates a project. Returns the paths of its files. Rejects without writing anything when the folder is not empty. */
export async function createProject(options: ProjectOptions): Promise<string[]> {
  const project = await checkProject(options);
  const folder = resolve(options.folder);
  const files = { ...projectFiles(project), ...agentFiles(project) };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const tarballs = Object.values(project.tarballs);
  if (tarballs.length > 0) await mkdir(join(folder, "vendor"));
  for (const tarball of tarballs) await copyFile(tarball, join(folder, "vendor", basename(tarball)));
  return [...Object.keys(files), ...tarballs.map((tarball) => `vendor/${basename(tarball)}`)];
}

/** The options with their defaults. Rejects when no project can be created with them. */
export async function checkProject(options: ProjectOptions): Promise<Project> {
  const { model = "none", store = "sqlite", versions = {}, tarballs = {} } = options;
  const folder = resolve(options.folder);
  const name = options.name ?? basename(folder);
  if (!modelProviders.includes(model)) throw unknown("model", model, modelProviders);
  if (!storeKinds.includes(store)) throw unknown("store", store, storeKinds);
  const packageName = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (packageName === "") throw new TypeError(`"${name}" has no letter or digit: pass a name such as "my-agent"`);
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw new TypeError(`${options.folder} is a file: choose another folder`);
    throw error;
  });
  if (present.length > 0) throw new TypeError(`${options.folder} is not empty: choose another folder, or empty it`);
  return { name, packageName, model, store, versions, tarballs };
}

function unknown(what: string, found: string, known: readonly string[]): TypeError {
  return new TypeError(`unknown ${what} "${found}": expected ${known.join(", ")}`);
}
