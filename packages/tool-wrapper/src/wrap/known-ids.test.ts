import { expect, it } from "vitest";
import { KnownIds } from "./known-ids.ts";
import { shownId } from "./shown-id.ts";

const LONG = "task of the agent, with a name that a model must not see";

it("finds an id by itself and by its alias, and no other", () => {
  const ids = new KnownIds();
  ids.add(LONG);
  ids.add("t-1");
  expect(shownId(LONG)).not.toBe(LONG);
  expect([ids.find(LONG), ids.find(shownId(LONG)), ids.find("t-1")]).toEqual([LONG, LONG, "t-1"]);
  expect([ids.find("t-2"), ids.find(`${LONG}!`)]).toEqual([undefined, undefined]);
});

it("keeps the latest ids", () => {
  const ids = new KnownIds(3);
  for (const id of ["t-1", "t-2", "t-3", "t-1", "t-4"]) ids.add(id);
  expect(["t-1", "t-2", "t-3", "t-4"].map((id) => ids.find(id))).toEqual(["t-1", undefined, "t-3", "t-4"]);
});
