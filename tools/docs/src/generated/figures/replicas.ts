import { arrow, box, type Figure, label } from "./svg.ts";

/** Replicas that share a database. */
export function replicasFigure(): Figure {
  const replicas = [0, 1, 2].map((index) => ({ index, y: 40 + index * 84 }));
  return {
    width: 760,
    height: 310,
    description: "Callers reach any of three replicas through a load balancer; all replicas share one PostgreSQL",
    elements: [
      box([20, 124, 110, 54], "Callers", { note: "any version" }),
      arrow([130, 151], [187, 151]),
      box([190, 124, 140, 54], "Load balancer", { note: "no sticky sessions" }),
      ...replicas.flatMap(({ index, y }) => [
        arrow([330, 151], [397, y + 27]),
        box([400, y, 150, 54], `Replica ${index + 1}`, {
          note: index === 0 ? "runs task 7" : "can read task 7",
          isKey: index === 0,
        }),
        arrow([550, y + 27], [617, 151], { bothWays: true }),
      ]),
      box([620, 116, 120, 70], "PostgreSQL", { note: "logs and leases" }),
      label(
        380,
        292,
        "A lease lets one replica append to a task. If the replica dies, the lease expires, and another one claims it.",
        {
          style: "small",
        },
      ),
    ],
  };
}
