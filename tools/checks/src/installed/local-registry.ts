import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mustRun } from "../run.ts";

/** A registry on this machine, for a trial of a release. */
export interface LocalRegistry extends AsyncDisposable {
  /** Publishes a tarball. */
  publish(tarball: string): Promise<void>;
  /** Runs npm with this registry. */
  npm(args: readonly string[], cwd: string): Promise<string>;
}

const VERDACCIO = fileURLToPath(new URL("../../node_modules/.bin/verdaccio", import.meta.url));

/**
 * Starts a registry in a folder. It has our packages; all others come from the registry that this machine uses, so that a release
 * is tried without the account that it needs.
 */
export async function startRegistry(folder: string): Promise<LocalRegistry> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  // The Node of the workspace brings its own certificates; the machine's registry may need those of the machine.
  const env = { ...process.env, NODE_USE_SYSTEM_CA: "1" };
  const upstream = (
    await mustRun("npm", ["config", "get", "registry", "--loglevel=error"], { cwd: folder, env })
  ).trim();
  const packages = {
    "@a2a/*": { access: "$all", publish: "$all" },
    "create-a2a": { access: "$all", publish: "$all" },
    "**": { access: "$all", proxy: "machine" },
  };
  const config = {
    storage: join(folder, "storage"),
    uplinks: { machine: { url: upstream, cache: true, max_fails: 10, timeout: "60s" } },
    packages,
    log: { type: "stdout", format: "json", level: "fatal" },
  };
  await mkdir(folder, { recursive: true });
  const file = join(folder, "config.yaml"); // JSON is YAML
  await writeFile(file, JSON.stringify(config));
  await writeFile(join(folder, "npmrc"), `registry=${url}\n//127.0.0.1:${port}/:_authToken=local\n`);
  const child = spawn(VERDACCIO, ["--config", file, "--listen", `127.0.0.1:${port}`], { env, stdio: "ignore" });
  const exited = once(child, "exit");
  await untilAnswers(url, exited);
  const npm = (args: readonly string[], cwd: string) =>
    mustRun("npm", [...args, `--userconfig=${join(folder, "npmrc")}`, "--loglevel=error"], {
      cwd,
      // Without the variables of the `npm run` that this is part of, which would win over the file.
      env: Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name))),
      timeoutMs: 300_000,
    });
  return {
    // Provenance is attested by the build server, which this is not.
    publish: async (tarball) => void (await npm(["publish", tarball, "--provenance=false"], folder)),
    npm,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

async function untilAnswers(url: string, exited: Promise<unknown[]>): Promise<void> {
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (
      await fetch(new URL("-/ping", url)).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the local registry did not start");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
