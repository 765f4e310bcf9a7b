/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are what is tested. */
import { describe, expect, it } from "vitest";
import { expand } from "./expand.ts";

const environment = { HOST: "agent.example", EMPTY: "", NASTY: '"\n- x: ${HOST}' };

describe("variables in a text", () => {
  it.each([
    ["https://${HOST}/a2a", "https://agent.example/a2a"],
    ["${HOST}${HOST}", "agent.exampleagent.example"],
    ["${MISSING:-8080}", "8080"],
    ["${EMPTY:-x}", "x"],
    ["${EMPTY}", ""],
    ["${HOST:-other}", "agent.example"],
    ["${HOST:?needed}", "agent.example"],
    ["${MISSING:-}", ""],
    ["$${HOST}", "${HOST}"],
    ["costs $5", "costs $5"],
    ["${NASTY}", '"\n- x: ${HOST}'],
  ])("%s", (text, expected) => {
    expect(expand(text, environment)).toBe(expected);
  });

  it.each([
    ["${MISSING}", "environment variable MISSING is not set: set it, or give a default after :-"],
    ["${MISSING:?the port of the desk}", "environment variable MISSING is not set: the port of the desk"],
    ["${EMPTY:?needed}", "environment variable EMPTY is not set: needed"],
    ["${toString}", "environment variable toString is not set"],
    ["${}", "is not a variable"],
    ["${1X}", "is not a variable"],
    ["${HOST", "is not a variable"],
  ])("%s is refused", (text, message) => {
    expect(() => expand(text, environment)).toThrow(message);
  });
});
