import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The versions of what is measured, and of what it is called with. */
export function versionsUsed(): Record<string, string> {
  return {
    Node: process.versions.node,
    SQLite: process.versions.sqlite ?? "none",
    "@a2a-js/sdk": versionOf("sdk-v1_0"),
    Express: versionOf("express"),
    undici: versionOf("undici"),
  };
}

function versionOf(name: string): string {
  const { version } = require(`../../node_modules/${name}/package.json`) as { version: string };
  return version;
}
