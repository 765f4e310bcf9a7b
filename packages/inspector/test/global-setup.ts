import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Builds the page once, before the test files share it. */
export default async function setup(): Promise<void> {
  const script = pathToFileURL(join(import.meta.dirname, "../page/build.ts")).href;
  const { buildPage } = (await import(script)) as { buildPage: () => Promise<string> }; // as written there
  await buildPage();
}
