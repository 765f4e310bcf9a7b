import { arrow, box, type Figure, label } from "./svg.ts";

const callers = ["1.0 over JSON-RPC", "0.3 over HTTP+JSON", "0.1 over JSON-RPC"];
const agents = [
  { name: "tax", note: "0.1 over JSON-RPC" },
  { name: "travel", note: "0.3 over HTTP+JSON" },
  { name: "books", note: "1.0 over JSON-RPC" },
];

/** Callers, the steps of a gateway, and the agents behind it. */
export function gatewayFigure(): Figure {
  const rows = callers.map((caller, index) => ({ caller, agent: agents[index], y: 52 + index * 70 }));
  return {
    width: 760,
    height: 346,
    description:
      "A gateway between callers and agents of different protocol versions; it stores only which agent has a task",
    elements: [
      label(95, 32, "Callers", { style: "name" }),
      label(380, 32, "Gateway", { style: "name" }),
      label(665, 32, "Agents", { style: "name" }),
      ...rows.flatMap(({ caller, agent, y }) => [
        box([20, y, 150, 50], "caller", { note: caller }),
        arrow([170, y + 25], [237, 147], { bothWays: true }),
        arrow([523, 147], [587, y + 25], { bothWays: true }),
        box([590, y, 150, 50], agent?.name ?? "", { note: agent?.note ?? "" }),
      ]),
      box([240, 92, 280, 110], "authenticate → route → call", {
        note: "limits, quotas, audit log, metrics",
        isKey: true,
      }),
      arrow([380, 202], [380, 262], { bothWays: true }),
      box([260, 265, 240, 54], "Routes: task → agent", { note: "memory, SQLite or PostgreSQL" }),
    ],
  };
}
