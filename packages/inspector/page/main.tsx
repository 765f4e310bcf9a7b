import { render } from "preact";
import { App } from "./app.tsx";
import { start } from "./state/store.ts";
import { showTheme } from "./state/theme.ts";

showTheme();
const root = document.getElementById("page");
if (root) render(<App />, root);
void start();
