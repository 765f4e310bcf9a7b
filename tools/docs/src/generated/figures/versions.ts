import { protocolVersions } from "@a2a/types";
import { arrow, box, type Figure, label } from "./svg.ts";

/** Callers and agents of every protocol version, with the model in between. */
export function versionsFigure(): Figure {
  const rows = [...protocolVersions].map((version, index) => ({ version, y: 52 + index * 62 }));
  const middle = 52 + ((rows.length - 1) * 62 + 42) / 2;
  return {
    width: 760,
    height: 52 + rows.length * 62 + 28,
    description:
      "Callers and agents of four protocol versions meet in one model, that of 1.0; a codec per version translates",
    elements: [
      label(90, 32, "Callers", { style: "name" }),
      label(380, 32, "Your code sees one model", { style: "name" }),
      label(670, 32, "Agents", { style: "name" }),
      ...rows.flatMap(({ version, y }) => [
        box([20, y, 140, 42], `caller of ${version}`),
        arrow([160, y + 21], [277, middle], { bothWays: true }),
        arrow([483, middle], [600, y + 21], { bothWays: true }),
        box([600, y, 140, 42], `agent of ${version}`),
      ]),
      box([280, middle - 36, 200, 72], "1.0", { note: "@a2a/types", isKey: true }),
      label(218, 52 + rows.length * 62 + 10, "server: a codec per version", { style: "small" }),
      label(542, 52 + rows.length * 62 + 10, "client: a codec per version", { style: "small" }),
    ],
  };
}
