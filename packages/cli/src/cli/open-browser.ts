import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "./io.ts";

/**
 * Opens a URL that holds a secret in the user's browser. The browser gets a private file that leads there: other users of the machine can see
 * the arguments of processes. Nothing happens without a terminal, over SSH, or where no browser is found. Dispose of the result to remove the file.
 */
export async function openBrowser(url: string, io: Io): Promise<AsyncDisposable> {
  if (!io.watched || !io.typed || io.env.SSH_CONNECTION !== undefined) return { async [Symbol.asyncDispose]() {} };
  const folder = await mkdtemp(join(tmpdir(), "a2a-open-"));
  const page = join(folder, "open.html");
  const target = JSON.stringify(url).replaceAll("<", "\\u003c");
  await writeFile(page, `<!doctype html><title>a2a</title><script>location.replace(${target})</script>`, {
    mode: 0o600,
  });
  const [command, ...args] = browserCommand(io.env.BROWSER);
  const child = spawn(command, [...args, page], { stdio: "ignore", detached: true });
  child.on("error", () => undefined); // the link was printed
  child.unref();
  return { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

function browserCommand(browser: string | undefined): [string, ...string[]] {
  if (browser) return [browser];
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["cmd", "/c", "start", ""];
  return ["xdg-open"];
}
