import { layers } from "checks/layer-table";
import { box, type Figure, label } from "./svg.ts";

/** The purpose of each package, in a few words. */
const purposes: Readonly<Record<string, string>> = {
  types: "the model",
  bridge: "versions and bindings",
  http: "HTTP, egress guard",
  card: "agent cards",
  client: "calling agents",
  server: "being an agent",
  "tool-wrapper": "agents as tools",
  postgres: "shared storage",
  gateway: "many agents, one address",
  cli: "the command a2a",
};
const WIDTH = 760;
const ROW = 78;

/** The packages in rows, by the table that `npm run check -- layers` enforces: each imports only from rows below its own. */
export function layersFigure(): Figure {
  const rows = Map.groupBy(Object.keys(purposes), depthOf);
  const count = rows.size;
  const elements = [...rows].flatMap(([depth, names]) => {
    const y = 44 + (count - 1 - depth) * ROW;
    const width = Math.min(220, (WIDTH - 40) / names.length - 16);
    const left = (WIDTH - names.length * (width + 16) + 16) / 2;
    return names.map((name, index) =>
      box([left + index * (width + 16), y, width, 54], name, {
        ...(purposes[name] !== undefined && { note: purposes[name] }),
        isKey: name === "client" || name === "server",
      }),
    );
  });
  return {
    width: WIDTH,
    height: 44 + count * ROW,
    description:
      "The packages in layers: each depends only on packages below it; client and server never on each other",
    elements: [
      label(WIDTH / 2, 26, "Each package depends only on packages below it.", { style: "small" }),
      ...elements,
    ],
  };
}

function depthOf(name: string): number {
  const layer = layers[name];
  if (!layer) throw new Error(`the layer table has no package "${name}"`);
  const below = layer.imports === "any" ? Object.keys(purposes).filter((other) => other !== name) : layer.imports;
  return Math.max(-1, ...below.map(depthOf)) + 1;
}
