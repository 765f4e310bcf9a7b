import { expect, it } from "vitest";
import { resolveAddress } from "./address.ts";

it.each([
  ["agent.example:443", "https://agent.example/card.json", "https://agent.example"],
  ["agent.example:8443", undefined, "https://agent.example:8443"],
  ["agent.example:50051", "http://agent.example:80/", "http://agent.example:50051"],
  ["other.example:50051", "http://agent.example/", "https://other.example:50051"],
  ["127.0.0.1:50051", "http://localhost:4000/", "http://127.0.0.1:50051"],
  ["127.0.0.1:50051", undefined, "http://127.0.0.1:50051"],
  ["[::1]:50051", undefined, "http://[::1]:50051"],
  ["grpc://agent.example:50051", "https://agent.example/", "http://agent.example:50051"],
  ["grpcs://agent.example:50051", "http://agent.example/", "https://agent.example:50051"],
  ["https://agent.example:50051/a2a", undefined, "https://agent.example:50051"],
  ["dns:///agent.example:50051", undefined, "https://agent.example:50051"],
  ["", "https://agent.example/", undefined],
])("reads %j in a card at %j as %j", (address, base, url) => {
  expect(resolveAddress(address, base)).toBe(url);
});
