import { resumeFigure, sendFigure } from "./calls.ts";
import { gatewayFigure } from "./gateway.ts";
import { layersFigure } from "./layers.ts";
import { replicasFigure } from "./replicas.ts";
import { toSvg } from "./svg.ts";
import { versionsFigure } from "./versions.ts";

/** The pictures of the documents, by their names in `docs/images`. */
export function figures(): Record<string, string> {
  return {
    "layers.svg": toSvg(layersFigure()),
    "send.svg": toSvg(sendFigure()),
    "resume.svg": toSvg(resumeFigure()),
    "replicas.svg": toSvg(replicasFigure()),
    "gateway.svg": toSvg(gatewayFigure()),
    "versions.svg": toSvg(versionsFigure()),
  };
}
