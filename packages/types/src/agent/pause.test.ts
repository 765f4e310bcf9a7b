import { expect, it } from "vitest";
import { pause } from "./pause.ts";

it("waits, or rejects with the reason of the signal", async () => {
  await pause(1, new AbortController().signal);
  const controller = new AbortController();
  const waiting = pause(60_000, controller.signal);
  controller.abort(new Error("stop"));
  await expect(waiting).rejects.toThrow("stop");
  await expect(pause(60_000, controller.signal)).rejects.toThrow("stop");
});
