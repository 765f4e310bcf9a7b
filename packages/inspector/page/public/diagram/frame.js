// Draws one Mermaid diagram for the page that embeds this document, and reports its height. The document runs in a sandbox with an origin
// of its own: it cannot reach the page, its cookies or any network.
const drawing = document.getElementById("drawing");
const report = (outcome) => window.parent.postMessage({ diagram: outcome }, "*");
let last = Promise.resolve();

/** One diagram at a time, since Mermaid keeps state while it draws. */
window.addEventListener("message", ({ source, data }) => {
  if (source === window.parent) last = last.then(() => draw(data));
});

async function draw({ text, theme }) {
  const { mermaid } = window;
  if (mermaid === undefined) return report({ error: "install @mermaid-js/tiny to draw Mermaid diagrams" });
  document.documentElement.style.colorScheme = theme;
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      theme: theme === "dark" ? "dark" : "neutral",
      fontFamily: "system-ui, sans-serif",
    });
    await mermaid.parse(text); // before it draws, since it draws its own picture of an error
    const { svg } = await mermaid.render("diagram", text);
    drawing.innerHTML = svg;
    report({ height: document.documentElement.scrollHeight });
  } catch (error) {
    report({ error: String(error?.message ?? error).slice(0, 300) });
  }
}

// A diagram can have links. The policy of the page blocks them, but a blocked link would still replace the diagram.
document.addEventListener("click", (event) => event.preventDefault(), true);

report({ ready: true });
