// Who has chosen no theme gets the one of their system. This runs before the page does.
if (!localStorage.getItem("vite-ui-theme")) localStorage.setItem("vite-ui-theme", "system");

// A click on a citation asks the server for its lines, which open beside the chat.
document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href^="#source="]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    const citation = decodeURIComponent(link.getAttribute("href").slice("#source=".length));
    window.postMessage({ wirelore: "source", citation }, window.location.origin);
  },
  true,
);

// What the server sends while the page connects anew is lost: the page asks for its controls until it has them.
(() => {
  let tries = 0;
  const ask = () => {
    const composer = document.querySelector("#chat-input");
    if (composer && document.querySelector("#chat-settings-open-modal")) return;
    if (composer) window.postMessage({ wirelore: "controls" }, window.location.origin);
    if (++tries < 20) setTimeout(ask, 3000);
  };
  setTimeout(ask, 3000);
})();

// Colours Cypher, and marks the cited lines, with the CSS Custom Highlight API: the page's own nodes stay as they are.
(() => {
  if (!CSS.highlights || typeof Highlight === "undefined") return;

  const KEYWORDS =
    "MATCH|OPTIONAL|WHERE|RETURN|WITH|UNWIND|CALL|YIELD|ORDER|BY|SKIP|LIMIT|DISTINCT|AS|AND|OR|XOR|NOT|IN|IS|NULL|" +
    "EXISTS|CONTAINS|STARTS|ENDS|UNION|ALL|ANY|NONE|CASE|WHEN|THEN|ELSE|END|ASC|DESC|TRUE|FALSE";
  const CYPHER = new RegExp(
    "(?<comment>//[^\\n]*)|(?<text>\"[^\"\\n]*\"|'[^'\\n]*')|(?<name>`[^`\\n]*`|\\$\\w+)|" +
      `(?<keyword>\\b(?:${KEYWORDS})\\b)`,
    "gi",
  );
  const LUCENE = new RegExp(
    '(?<text>"(?:\\\\.|[^"\\\\])*"|/(?:\\\\.|[^/\\\\\\s])+/)|(?<keyword>\\b(?:AND|OR|NOT|TO)\\b|[+!](?=\\S))|' +
      "(?<name>\\b\\w+(?=:))|(?<comment>[\\^~]\\d*(?:\\.\\d+)?)",
    "g",
  );
  const CITED = /^▶.*$/gm;

  const rangesOf = (code, pattern, kindOf, found) => {
    const node = code.firstChild;
    if (!node || node.nodeType !== Node.TEXT_NODE) return;
    for (const match of node.data.matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      (found[kindOf(match)] ||= []).push(range);
    }
  };
  const cypherKind = (match) => "cypher-" + Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
  const languageOf = (code) => code.closest("pre")?.parentElement?.previousElementSibling?.firstElementChild?.textContent;

  const paint = () => {
    const found = { "cypher-keyword": [], "cypher-name": [], "cypher-text": [], "cypher-comment": [], "cited-line": [] };
    for (const code of document.querySelectorAll("pre code")) {
      const language = languageOf(code);
      if (language === "cypher") rangesOf(code, CYPHER, cypherKind, found);
      else if (language === "lucene") rangesOf(code, LUCENE, cypherKind, found);
      else if (language === "text") rangesOf(code, CITED, () => "cited-line", found);
    }
    for (const [name, ranges] of Object.entries(found)) CSS.highlights.set(name, new Highlight(...ranges));
  };

  // A figure fits itself to the window only, not to what a panel beside it leaves.
  let resizing = 0;
  const widths = new ResizeObserver(() => {
    clearTimeout(resizing);
    resizing = setTimeout(() => window.dispatchEvent(new Event("resize")), 120);
  });
  const observe = () => document.querySelectorAll(".inline-plotly-container").forEach((one) => widths.observe(one));

  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => (paint(), observe()), 60);
  };
  new MutationObserver(soon).observe(document, { childList: true, subtree: true, characterData: true });
})();
