import { signal } from "@preact/signals";

export type Theme = "light" | "dark";

const media = matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("theme");

/** The theme in use: the one chosen here, else that of the system. */
export const theme = signal<Theme>(stored === "light" || stored === "dark" ? stored : media.matches ? "dark" : "light");

/** Changes between light and dark, and remembers it. */
export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  localStorage.setItem("theme", theme.value);
  showTheme();
}

/** Tells the style sheet. */
export function showTheme(): void {
  document.documentElement.dataset.theme = theme.value;
}
