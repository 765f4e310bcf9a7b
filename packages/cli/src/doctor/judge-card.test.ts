import { buildCard } from "@a2a/card";
import { expect, it } from "vitest";
import { judgeCard } from "./judge-card.ts";

/** The codes for a card that names this URL and was found at that one. */
function codes(url: string, foundAt: string): string[] {
  const card = { ...buildCard({ name: "Tide", url: "https://tide.example/a2a" }) };
  const supportedInterfaces = [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
  const text = JSON.stringify({ ...card, supportedInterfaces });
  const document = JSON.parse(text);
  const location = { url: foundAt, status: 200, headers: {}, text, document };
  return judgeCard(document, location).map(({ severity, code }) => `${severity} ${code}`);
}

it.each([
  ["https://tide.example/a2a", "https://tide.example/card.json", []],
  ["http://127.0.0.1:4100/a2a", "http://localhost:4100/card.json", []],
  ["http://localhost:4100/a2a", "https://tide.example/card.json", ["error interface/loopback"]],
  ["http://0.0.0.0:4100/a2a", "https://tide.example/card.json", ["error interface/loopback"]],
  ["http://0.0.0.0:4100/a2a", "http://127.0.0.1:4100/card.json", ["warning interface/unspecified"]],
  ["http://tide.example/a2a", "https://tide.example/card.json", ["error interface/plain-http"]],
  ["https://api.tide.example/a2a", "https://tide.example/card.json", ["info interface/origin"]],
  ["/a2a", "https://tide.example/card.json", ["error interface/relative"]],
])("a card that names %s, found at %s: %j", (url, foundAt, expected) => {
  expect(codes(url, foundAt)).toEqual(expected);
});
