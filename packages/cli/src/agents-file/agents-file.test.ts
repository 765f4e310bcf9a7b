import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AgentsFile } from "./agents-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "a2a-agents-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const reference = (name: string) => `\${${name}}`;
const TEXT = `# our agents
a2a:
  clients:
    # counts
    arithmetic: { url: "http://localhost:8000", timeout: 300 } # seconds
  remoteAgents:
    partner:
      endpoint: https://partner.example
      authToken: ${reference("PARTNER_TOKEN")}
other: true # not ours
`;

describe("AgentsFile", () => {
  it("adds and removes agents without changing anything else", () => {
    const path = join(folder, "a2a.config.yaml");
    writeFileSync(path, TEXT);
    const file = new AgentsFile(path);
    expect(file.names).toEqual(["arithmetic", "partner"]);
    file.set("tides", { endpoint: "https://tides.example", authToken: reference("TIDES_TOKEN") });
    file.save();
    const added = `    tides:\n      endpoint: https://tides.example\n      authToken: ${reference("TIDES_TOKEN")}\n`;
    expect(readFileSync(path, "utf8")).toBe(TEXT.replace("other:", `${added}other:`));
    const again = new AgentsFile(path);
    expect([again.remove("tides"), again.remove("nobody")]).toEqual([true, false]);
    again.save();
    expect(readFileSync(path, "utf8")).toBe(TEXT);
    expect(readdirSync(folder)).toEqual(["a2a.config.yaml"]);
  });

  it("keeps the permissions of the file, also those that keep others out", () => {
    const path = join(folder, "private.yaml");
    writeFileSync(path, TEXT, { mode: 0o600 });
    const file = new AgentsFile(path);
    file.set("tides", { endpoint: "https://tides.example" });
    file.save();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("replaces an agent in either section and spelling", () => {
    const path = join(folder, "spelled.yaml");
    writeFileSync(path, "a2a:\n  clients: { one: { url: 'http://a.example' } }\n  remote_agents:\n");
    const file = new AgentsFile(path);
    file.set("one", { endpoint: "http://b.example" });
    file.save();
    expect(new AgentsFile(path).names).toEqual(["one"]);
    expect(readFileSync(path, "utf8")).toContain("remote_agents:\n    one:\n      endpoint: http://b.example\n");
  });

  it("creates a missing file as YAML or JSON", () => {
    for (const name of ["fresh.yaml", "fresh.json"]) {
      const path = join(folder, name);
      const file = new AgentsFile(path);
      file.set("tides", { endpoint: "https://tides.example" });
      file.save();
      expect(new AgentsFile(path).names).toEqual(["tides"]);
    }
    expect(JSON.parse(readFileSync(join(folder, "fresh.json"), "utf8"))).toEqual({
      a2a: { remoteAgents: { tides: { endpoint: "https://tides.example" } } },
    });
  });

  it("does not modify a file it cannot parse", () => {
    const path = join(folder, "broken.yaml");
    for (const text of ["a2a: [", "- a list"]) {
      writeFileSync(path, text);
      expect(() => new AgentsFile(path)).toThrow(path);
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });
});
