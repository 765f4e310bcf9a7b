import type { JsonObject } from "@a2a/types";
import { expect, it } from "vitest";
import { surfacesOf, textAt, valueAt } from "../page/parts/a2ui.ts";

/** The texts that a surface shows at its root. */
function shown(messages: readonly JsonObject[]): { kinds: string[]; text: string } {
  const [surface] = surfacesOf(messages);
  if (surface === undefined) return { kinds: [], text: "" };
  const root = surface.components.get(surface.root);
  const kinds = [...surface.components.values()].map(({ kind }) => kind);
  return { kinds, text: textAt(root?.members.text, surface.data) };
}

it("reads surfaces of A2UI 0.8, with data by path", () => {
  const messages = [
    {
      surfaceUpdate: {
        surfaceId: "s",
        components: [{ id: "top", component: { Text: { text: { path: "/who/name" } } } }],
      },
    },
    {
      dataModelUpdate: {
        surfaceId: "s",
        contents: [{ key: "who", valueMap: [{ key: "name", valueString: "Ann" }] }],
      },
    },
    { beginRendering: { surfaceId: "s", root: "top" } },
  ];
  expect(shown(messages)).toEqual({ kinds: ["Text"], text: "Ann" });
});

it("reads surfaces of A2UI 0.9, where the kind is a member and the root has its own id", () => {
  const messages = [
    { version: "v0.9", createSurface: { surfaceId: "s", catalogId: "basic" } },
    {
      version: "v0.9",
      updateComponents: { surfaceId: "s", components: [{ id: "root", component: "Text", text: { path: "/n" } }] },
    },
    { version: "v0.9", updateDataModel: { surfaceId: "s", path: "/n", value: 7 } },
  ];
  expect(shown(messages)).toEqual({ kinds: ["Text"], text: "7" });
  expect(surfacesOf([...messages, { deleteSurface: { surfaceId: "s" } }])).toEqual([]);
});

it("reads nothing from the prototype of data, and nothing from what is not A2UI", () => {
  expect(valueAt({}, "/constructor/name")).toBeUndefined();
  expect(
    surfacesOf([null, "text", 7, [], { surfaceUpdate: "no" }, { updateComponents: { components: [null, {}] } }]),
  ).toHaveLength(1);
});
