import { expect, it } from "vitest";
import { isLoopback } from "./loopback.ts";

it.each(["localhost", "127.0.0.1", "127.1.2.3", "127.255.255.255", "::1", "[::1]"])("%s is this machine", (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  "127.evil.com",
  "127.0.0.1.evil.com",
  "127.0.0.1evil.com",
  "localhost.evil.com",
  "127.0.0.256",
  "127.0.0",
  "128.0.0.1",
  "0.0.0.0",
  "::",
  "[::1",
  "",
])("%s is not", (host) => {
  expect(isLoopback(host)).toBe(false);
});
