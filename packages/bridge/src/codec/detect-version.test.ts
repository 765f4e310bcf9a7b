import { isA2AError, type JsonValue, type ProtocolVersion } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { v0_1 } from "../versions/v0_1.ts";
import { v0_2 } from "../versions/v0_2.ts";
import { v0_3 } from "../versions/v0_3.ts";
import { v1_0 } from "../versions/v1_0.ts";
import { detectAnswer, detectCard, detectVersion, requireSupported, type VersionHints } from "./detect-version.ts";
import type { VersionCodec } from "./version-codec.ts";

const all = [v1_0, v0_3, v0_2, v0_1];

/** The detected versions, or the error code. */
function found(hints: VersionHints, served: readonly VersionCodec[] = all): string[] | string {
  try {
    return detectVersion(served, hints).map(({ version }) => version);
  } catch (error) {
    if (isA2AError(error)) return error.code;
    throw error;
  }
}

const NOT_FOUND = "METHOD_NOT_FOUND";
const NOT_SUPPORTED = "VERSION_NOT_SUPPORTED";
const older = [
  "message/send",
  "message/stream",
  "tasks/pushNotificationConfig/list",
  "agent/getAuthenticatedExtendedCard",
];
const shared = ["tasks/get", "tasks/cancel", "tasks/resubscribe"];

describe("R-168, R-170, R-171 dispatch by method and version", () => {
  it.each(["SendMessage", "GetTask", "SubscribeToTask"])("%s", (method) => {
    expect(found({ method, version: "1.0" })).toStrictEqual(["1.0"]);
    expect(found({ method, version: "1.0.4" })).toStrictEqual(["1.0"]);
    expect(found({ method, version: "1" })).toStrictEqual(["1.0"]);
    expect(found({ method })).toStrictEqual(["1.0"]);
    expect(found({ method, version: " " })).toStrictEqual(["1.0"]);
    expect(found({ method, version: "1.0", strict: true })).toStrictEqual(["1.0"]);
    expect(found({ method, strict: true })).toBe(NOT_FOUND);
    expect(found({ method, strict: true }, [v1_0, v0_1])).toBe(NOT_SUPPORTED);
  });

  it.each(older)("%s", (method) => {
    for (const strict of [true, false]) {
      expect(found({ method, strict })).toStrictEqual(["0.3"]);
      expect(found({ method, strict, version: "0.3" })).toStrictEqual(["0.3"]);
    }
    expect(found({ method, version: "1.0" })).toBe(NOT_FOUND);
    expect(found({ method, version: "1.0", strict: true })).toBe(NOT_FOUND);
    expect(found({ method }, [v1_0, v0_1])).toBe(NOT_FOUND);
  });

  it("distinguishes 0.2 from 0.3 only by the named version", () => {
    expect(found({ method: "message/send", version: "0.2" })).toStrictEqual(["0.2"]);
    expect(found({ method: "message/send", version: "0.2.6", strict: true })).toStrictEqual(["0.2"]);
    expect(found({ method: "message/send" }, [v0_2])).toStrictEqual(["0.2"]);
    expect(found({ method: "message/send", fallback: "0.2" })).toStrictEqual(["0.2"]);
    expect(found({ method: "agent/getAuthenticatedExtendedCard" }, [v0_2])).toBe(NOT_FOUND);
  });

  it.each(["tasks/send", "tasks/sendSubscribe", "tasks/pushNotification/set", "tasks/pushNotification/get"])(
    "%s",
    (method) => {
      for (const version of [undefined, "1.0", "0.3", "0.1"]) {
        expect(found({ method, version })).toStrictEqual(["0.1"]);
        expect(found({ method, version, strict: true })).toStrictEqual(["0.1"]);
      }
      expect(found({ method }, [v1_0, v0_3])).toBe(NOT_FOUND);
      expect(found({ method, strict: true }, [v1_0, v0_3])).toBe(NOT_FOUND);
    },
  );

  it.each(shared)("%s, which 0.1 shares with later versions", (method) => {
    expect(found({ method })).toStrictEqual(["0.3", "0.1"]);
    expect(found({ method, version: "1.0" })).toBe(NOT_FOUND);
    expect(found({ method, fallback: "0.1" })).toStrictEqual(["0.1", "0.3"]);
    expect(found({ method, version: "0.3" })).toStrictEqual(["0.3"]);
    expect(found({ method, version: "0.1" })).toStrictEqual(["0.1"]);
    expect(found({ method }, [v1_0, v0_1])).toStrictEqual(["0.1"]);
    expect(found({ method, strict: true })).toStrictEqual(["0.3"]);
    expect(found({ method, strict: true, version: "1.0" })).toBe(NOT_FOUND);
  });

  it.each([true, false])("R-169, R-237 rejects unsupported versions, strict: %j", (strict) => {
    for (const version of ["7.3", "0.5", "one", "1.0 beta", "-1"]) {
      expect(found({ method: "SendMessage", version, strict })).toBe(NOT_SUPPORTED);
      expect(found({ method: "tasks/send", version, strict })).toBe(NOT_SUPPORTED);
    }
    expect(found({ method: "SendMessage", version: "0.2", strict }, [v1_0])).toBe(NOT_SUPPORTED);
  });

  it("R-169 names the supported versions", () => {
    try {
      requireSupported([v1_0, v0_3], "7.3");
      expect.unreachable();
    } catch (error) {
      if (!isA2AError(error)) throw error;
      expect(error.message).toBe('A2A-Version "7.3" is not served here: use 1.0 or 0.3');
      expect(error.metadata).toStrictEqual({ supportedVersions: "1.0,0.3" });
    }
  });

  it("R-134 rejects other methods", () => {
    for (const method of ["tasks/list", "sendMessage", "", "toString", "__proto__"])
      expect(found({ method })).toBe(NOT_FOUND);
    expect(found({ method: "tasks/pushNotificationConfig/list" }, [v0_1])).toBe(NOT_FOUND);
  });

  it("uses the version alone without a method", () => {
    expect(found({ version: "0.3" })).toStrictEqual(["0.3"]);
    expect(found({})).toStrictEqual(["1.0", "0.3", "0.2", "0.1"]);
  });

  it("R-242 accepts draft and misspelled method names unless strict", () => {
    expect(found({ method: "ListTaskPushNotificationConfig", version: "1.0" })).toStrictEqual(["1.0"]);
    expect(found({ method: "ListTaskPushNotificationConfig", version: "1.0", strict: true })).toBe(NOT_FOUND);
    expect(found({ method: "agent/authenticatedExtendedCard" })).toStrictEqual(["0.3"]);
    expect(found({ method: "agent/authenticatedExtendedCard", strict: true })).toBe(NOT_FOUND);
  });
});

describe("R-240 the protocol version of a card", () => {
  const modes = { defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] };
  const cards: [JsonValue, ProtocolVersion | undefined][] = [
    [{ supportedInterfaces: [] }, "1.0"],
    [{ supported_interfaces: [] }, "1.0"],
    [{ supportedInterfaces: [], protocolVersion: "0.3.0", url: "x" }, "1.0"],
    [{ protocolVersion: "0.3.0", ...modes }, "0.3"],
    [{ protocolVersion: "0.2.9", ...modes }, "0.2"],
    [{ protocolVersion: "1.0", ...modes }, "0.3"],
    [{ preferredTransport: "GRPC", ...modes }, "0.3"],
    [{ version: "1.0", ...modes }, "0.2"],
    [{ version: "1.0", authentication: { schemes: [] }, ...modes }, "0.1"],
    [{ version: "1.0", "x-a2a-compat": {}, ...modes }, "0.1"],
    [{ version: "1.0", capabilities: {} }, "0.1"],
    [{ version: "1.0", capabilities: {}, defaultInputModes: null }, "0.1"],
    [[], undefined],
    [null, undefined],
  ];
  it.each(cards)("%j is %s", (card, version) => {
    expect(detectCard(all, card)?.version).toBe(version);
  });
});

describe("the protocol version of an answer", () => {
  const answers: [JsonValue, ProtocolVersion | undefined][] = [
    [{ task: {} }, "1.0"],
    [{ message: {} }, "1.0"],
    [{ statusUpdate: {} }, "1.0"],
    [{ artifactUpdate: {} }, "1.0"],
    [{ id: "t", status: { state: "TASK_STATE_WORKING" } }, "1.0"],
    [{ kind: "task", id: "t", contextId: "c", status: {} }, "0.3"],
    [{ kind: "message" }, "0.3"],
    [{ id: "t", contextId: "c", status: { state: "working" } }, "0.3"],
    [{ id: "t", status: { state: "working" } }, "0.1"],
    [{ id: "t", sessionId: "s", status: { state: "paused" } }, "0.1"],
    [{ id: "t", status: {} }, undefined],
    [{}, undefined],
    [[], undefined],
    [null, undefined],
    ["task", undefined],
  ];
  it.each(answers)("%j is %s", (answer, version) => {
    expect(detectAnswer(all, answer)?.version).toBe(version);
  });
});
