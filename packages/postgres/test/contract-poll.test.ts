import { engineContract } from "@a2a/server/engine-kit";
import { describe, expect, it } from "vitest";
import { harness } from "./harness.ts";

// Without hints, an engine hears later of what others did. Nothing else is different.
engineContract({ describe, it, expect }, harness("poll"), ["turns", "webhooks", "sharing"]);
