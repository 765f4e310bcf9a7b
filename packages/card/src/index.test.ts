import { expect, it } from "vitest";
import { card2description, cardToDescription, tool2skill, toolToSkill } from "./index.ts";

it("exports helpers under their familiar names (S3-31)", () => {
  expect(tool2skill).toBe(toolToSkill);
  expect(card2description).toBe(cardToDescription);
});
