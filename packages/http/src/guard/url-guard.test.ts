import { isLocalError } from "@a2a/types";
import { expect, it } from "vitest";
import { urlGuard } from "./default-guard.ts";
import { type EgressPolicy, readTarget, trustedHosts } from "./url-guard.ts";

function refusal(address: string, policy: EgressPolicy = {}): string | undefined {
  try {
    urlGuard(policy)(new URL(address));
    return undefined;
  } catch (error) {
    if (!isLocalError(error, "BLOCKED")) throw error;
    return error.message;
  }
}

it("lets public hosts be called over HTTPS", () => {
  expect(refusal("https://agent.example/a2a")).toBeUndefined();
  expect(refusal("https://8.8.8.8/")).toBeUndefined();
});

it.each([
  ["decimal", "https://2130706433/"],
  ["hexadecimal", "https://0x7f000001/"],
  ["octal", "https://0177.0.0.1/"],
  ["short", "https://127.1/"],
  ["full-width digits", "https://１２７.０.０.１/"],
  ["trailing dot", "https://127.0.0.1./"],
  ["a name with a trailing dot", "https://localhost./"],
  ["mixed case", "https://LocalHost/"],
  ["percent-encoded", "https://%31%32%37.0.0.1/"],
  ["ideographic stops", "https://127。0。0。1/"],
  ["mapped IPv6", "https://[::ffff:127.0.0.1]/"],
  ["compatible IPv6", "https://[::127.0.0.1]/"],
  ["IPv6", "https://[::1]:8443/"],
])("refuses loopback in the spelling %s", (_, address) => {
  expect(refusal(address)).toContain("not a public address");
});

it.each([
  "file:///etc/passwd",
  "ftp://agent.example/",
  "gopher://agent.example/",
  "unix:/run/agent.sock",
  "data:text/plain,x",
])("refuses %s by its scheme", (address) => {
  expect(refusal(address)).toContain("supported: https:, http:");
});

it("refuses credentials in an address, also those of a trusted host, and does not repeat them", () => {
  const said = refusal("https://ada:hunter2@agent.example/", { allowHosts: ["agent.example"] });
  expect(said).toContain("credentials");
  expect(said).not.toContain("hunter2");
});

it("refuses plain HTTP to public hosts unless it is allowed", () => {
  expect(refusal("http://agent.example/")).toContain("require https");
  expect(refusal("http://agent.example/", { allowHttp: true })).toBeUndefined();
  expect(refusal("http://agent.example/", { allowPrivate: true })).toContain("require https");
});

it("lets special addresses be called when that is allowed, over plain HTTP too", () => {
  expect(refusal("http://127.0.0.1:4000/", { allowPrivate: true })).toBeUndefined();
  expect(refusal("http://[::1]/", { allowPrivate: true })).toBeUndefined();
});

it("trusts hosts by name, by name and port, and by address", () => {
  const policy = { allowHosts: ["Build.internal", "db.internal:8080", "[::1]", "127.0.0.1"] };
  expect(refusal("http://build.internal:9/", policy)).toBeUndefined();
  expect(refusal("http://db.internal:8080/", policy)).toBeUndefined();
  expect(refusal("http://db.internal:8081/", policy)).toContain("require https");
  expect(refusal("http://[::1]:1/", policy)).toBeUndefined();
  expect(refusal("http://127.0.0.1/", policy)).toBeUndefined();
  expect(refusal("http://127.0.0.2/", policy)).toContain("not a public address");
});

it("limits public hosts to the policy's ports, but not trusted and special ones", () => {
  const policy = { ports: [80, 443], allowHttp: true, allowPrivate: true, allowHosts: ["build.internal"] };
  for (const address of ["https://agent.example/", "http://agent.example/", "https://agent.example:80/"]) {
    expect(refusal(address, policy)).toBeUndefined();
  }
  expect(refusal("https://agent.example:25/", policy)).toContain("allowed ports: 80, 443");
  expect(refusal("https://8.8.8.8:8443/", policy)).toContain("allowed ports: 80, 443");
  expect(refusal("https://agent.example:8443/", { ports: [8443] })).toBeUndefined();
  expect(refusal("http://build.internal:25/", policy)).toBeUndefined();
  expect(refusal("http://127.0.0.1:4000/", policy)).toBeUndefined();
  expect(refusal("https://agent.example:25/")).toBeUndefined();
});

it("trusts a host at all ports, or at the one that is named", () => {
  const policy = { allowHosts: ["Build.internal", "db.internal:8080", "tls.internal:443", "[fd00::1]:9", "fd00::2"] };
  const isTrusted = trustedHosts(policy);
  expect(isTrusted("build.internal", 1)).toBe(true);
  expect(isTrusted("DB.internal", 8080)).toBe(true);
  expect(isTrusted("db.internal", 443)).toBe(false);
  expect(isTrusted("[fd00::1]", 9)).toBe(true);
  expect(isTrusted("fd00::1", 8)).toBe(false);
  expect(isTrusted("fd00::2", 2)).toBe(true);
  expect(isTrusted("other.internal", 8080)).toBe(false);
  expect(refusal("https://tls.internal/", policy)).toBeUndefined();
});

it("refuses a URL that is too long, and does not repeat it", () => {
  const said = refusal(`https://agent.example/${"/".repeat(40_000)}`);
  expect(said).toContain("longer than 16384 characters");
  expect(said?.length).toBeLessThan(200);
});

it("refuses a URL that is not absolute, without repeating it", () => {
  expect(() => readTarget("/a2a?token=hunter2")).toThrow("must be an absolute URL");
  expect(() => readTarget("/a2a?token=hunter2")).not.toThrow("hunter2");
});
