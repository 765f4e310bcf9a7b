import { beforeEach, describe, expect, it } from "vitest";
import { type Artifact, mergeArtifact } from "./artifact.ts";

describe("mergeArtifact", () => {
  let artifacts: Artifact[];
  beforeEach(() => {
    artifacts = [];
    const metadata = { port: "Kiel", unit: "m" };
    mergeArtifact(artifacts, { artifactId: "a", name: "tides", parts: [{ text: "1" }], metadata, extensions: ["x"] });
  });

  it("adds an unknown artifact, even with `append`", () => {
    mergeArtifact(artifacts, { artifactId: "b", parts: [{ text: "2" }] }, true);
    expect(artifacts.map((one) => one.artifactId)).toStrictEqual(["a", "b"]);
  });

  it("replaces a known artifact", () => {
    mergeArtifact(artifacts, { artifactId: "a", parts: [{ text: "2" }] });
    expect(artifacts).toStrictEqual([{ artifactId: "a", parts: [{ text: "2" }] }]);
  });

  it("appends parts, overwrites names that are not empty, merges metadata and unites extensions", () => {
    const chunk = { artifactId: "a", name: "", description: "two days", extensions: ["y", "x"] };
    mergeArtifact(artifacts, { ...chunk, parts: [{ text: "2" }], metadata: { unit: "ft" } }, true);
    expect(artifacts).toStrictEqual([
      {
        artifactId: "a",
        name: "tides",
        description: "two days",
        parts: [{ text: "1" }, { text: "2" }],
        metadata: { port: "Kiel", unit: "ft" },
        extensions: ["x", "y"],
      },
    ]);
  });

  it("detects that other code changed the list or moved an artifact", () => {
    const [first] = artifacts;
    artifacts.unshift({ artifactId: "z", parts: [] });
    mergeArtifact(artifacts, { artifactId: "a", parts: [{ text: "2" }] }, true);
    artifacts.reverse();
    mergeArtifact(artifacts, { artifactId: "a", parts: [{ text: "3" }] }, true);
    artifacts.pop();
    mergeArtifact(artifacts, { artifactId: "a", parts: [{ text: "4" }] }, true);
    expect(artifacts).toStrictEqual([first]);
    expect(first?.parts).toStrictEqual([{ text: "1" }, { text: "2" }, { text: "3" }, { text: "4" }]);
  });
});
