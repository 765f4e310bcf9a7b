import { expect, it } from "vitest";
import { WebhookSecrets } from "./webhook-secrets.ts";

const config = {
  id: "w",
  taskId: "t",
  url: "https://hook.example/",
  token: "tok-1",
  authentication: { scheme: "Bearer", credentials: "cred-\u20ac" },
};
const secrets = new WebhookSecrets("0123456789abcdef");

it("stores tokens and credentials encrypted, and reads them again", async () => {
  const stored = await secrets.seal(config);
  expect(JSON.stringify(stored)).not.toMatch(/tok-1|cred|Bearer/);
  expect(stored).toMatchObject({ id: "w", taskId: "t", url: "https://hook.example/" });
  // As it comes back from a database.
  expect(await secrets.open(JSON.parse(JSON.stringify(stored)))).toStrictEqual(config);
  expect(await secrets.seal(config)).not.toEqual(stored);
});

it("reads what was stored in plain text, and stores nothing else for a webhook without secrets", async () => {
  expect(await secrets.open(config)).toStrictEqual(config);
  const bare = { url: "https://hook.example/" };
  expect(await secrets.seal(bare)).toStrictEqual(bare);
  expect(await new WebhookSecrets(undefined).seal(config)).toBe(config);
});

it("rejects secrets of another key, or of another address", async () => {
  const stored = await secrets.seal(config);
  await expect(new WebhookSecrets("fedcba9876543210").open(stored)).rejects.toThrow();
  await expect(new WebhookSecrets(undefined).open(stored)).rejects.toThrow("webhooks.secretKey is missing");
  await expect(secrets.open({ ...stored, url: "https://evil.example/" })).rejects.toThrow();
  expect(() => new WebhookSecrets("short")).toThrow("at least 16 bytes");
});
