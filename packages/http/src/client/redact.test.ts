import { expect, it } from "vitest";
import { Redactor } from "./redact.ts";

it("masks credentials in headers, URLs and bodies, and wherever they are echoed", () => {
  const redactor = new Redactor(["tide table"]);
  redactor.learn({ headers: { Authorization: "Bearer s3cret-token" } });
  expect(redactor.header("Authorization", "Bearer s3cret-token")).toBe("***");
  expect(redactor.header("Content-Type", "application/json")).toBe("application/json");
  expect(redactor.url("https://a.example/x?api_key=abc&page=2")).toBe("https://a.example/x?api_key=***&page=2");
  expect(redactor.url("https://a.example/x?q=tide%20table")).toBe("https://a.example/x?q=***");
  expect(redactor.body('{"token":"abc","text":"you sent s3cret-token"}')).toBe('{"token":"***","text":"you sent ***"}');
  expect(redactor.body("grant_type=x&client_secret=abc")).toBe("grant_type=x&client_secret=***");
});

it("leaves texts alone that are too short to be secrets", () => {
  expect(new Redactor(["a", "abc"]).known("a cab in abc")).toBe("a cab in abc");
});
