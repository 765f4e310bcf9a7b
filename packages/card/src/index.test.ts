import { expect, it } from "vitest";
import { card2description, cardToDescription, tool2skill, toolToSkill } from "./index.ts";

it("offers helpers under the names that others have for them (S3-31)", () => {
  expect(tool2skill).toBe(toolToSkill);
  expect(card2description).toBe(cardToDescription);
});
