import { describe, expect, it } from "vitest";
import { buildError, MissingArtifact } from "../src/sdks/try-sdk.ts";

const fromSource = {
  artifacts: "org.a2aproject.sdk:",
  repository: "https://git.example/a2a-java",
  tag: "v1.2.0.Final",
  command: "mvn install",
  needs: "Maven 3.9.6 or newer",
};
const wanted = "org.a2aproject.sdk:a2a-java-sdk-reference-rest:jar:1.2.0.Final";
const prefix =
  "[ERROR] Failed to execute goal on project probe: Could not resolve dependencies for project interop:probe:jar:1: ";

describe("an SDK that cannot be built", () => {
  it.each([
    ["at first", `${prefix}Could not find artifact ${wanted} in central (https://repo.example)`],
    ["with several", `${prefix}The following artifacts could not be resolved: ${wanted}, org.example:other:jar:1: …`],
  ])("because an artifact is missing names it and says how to build it, %s", (_, output) => {
    const error = buildError({ fromSource }, ["mvn", "package"], output);
    expect(error).toBeInstanceOf(MissingArtifact);
    expect(error.message).toBe(
      `the artifact ${wanted} was not found; build it from https://git.example/a2a-java at the tag v1.2.0.Final with \`mvn install\`, which needs Maven 3.9.6 or newer`,
    );
  });

  it("for another reason shows the end of the output", () => {
    const error = buildError({ fromSource }, ["mvn", "package"], "COMPILATION ERROR");
    expect(error).not.toBeInstanceOf(MissingArtifact);
    expect(error.message).toBe("mvn package failed: COMPILATION ERROR");
  });
});
