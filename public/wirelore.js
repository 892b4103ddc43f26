// Who has chosen no theme gets the one of their system. This runs before the page does.
if (!localStorage.getItem("vite-ui-theme")) localStorage.setItem("vite-ui-theme", "system");

// Files are chosen with the browser's own dialog, which is the same in all browsers.
delete window.showOpenFilePicker;

// A lost connection is no logout: what the page reads of its person and conversations is asked for until the server is there.
(() => {
  const READ = /\/(?:user|project\/threads|project\/settings)$/;
  const WAIT_MS = 1000;
  const ask = window.fetch.bind(window);
  const wait = () => new Promise((then) => setTimeout(then, WAIT_MS));
  window.fetch = async (target, options) => {
    const { pathname } = new URL(target.url ?? target, window.location.href);
    for (;;) {
      try {
        return await ask(target, options);
      } catch (lost) {
        if (!READ.test(pathname) || options?.signal?.aborted) throw lost;
        await wait();
      }
    }
  };
})();

// A click on a citation asks the server for its lines, which open beside the chat.
document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href*="#source="]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    const citation = decodeURIComponent(link.getAttribute("href").split("#source=")[1]);
    window.postMessage({ wirelore: "source", citation }, window.location.origin);
  },
  true,
);

// A citation that is drawn anew while it is pressed, as the words of its answer come, gets no click of the browser's.
(() => {
  const at = ({ target }) => (target instanceof Element ? target.closest('a[href*="#source="]') : null);
  let pressed = null;
  document.addEventListener("pointerdown", (event) => (pressed = at(event)), true);
  document.addEventListener("pointerup", (event) => pressed && !pressed.isConnected && at(event)?.href === pressed.href && at(event).click(), true);
})();

// A link may ask what a person would write.
document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href^="#ask="]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    const open = document.querySelector("dialog[open]"); // what is behind it takes the focus a moment after it is closed
    open?.close();
    const write = () => {
      const composer = document.querySelector("#chat-input");
      composer.focus();
      composer.select();
      document.execCommand("insertText", false, decodeURIComponent(link.getAttribute("href").slice("#ask=".length)));
      setTimeout(send, 50, 100);
    };
    const send = (tries) => {
      const button = document.querySelector("#chat-submit");
      if (button && !button.disabled) button.click();
      else if (tries) setTimeout(send, 100, tries - 1);
    };
    setTimeout(write, open ? 100 : 0);
  },
  true,
);

// A file of a folder that is chosen or dropped is sent with its place in the folder.
(() => {
  const append = FormData.prototype.append;
  FormData.prototype.append = function (name, value, ...rest) {
    const place = value instanceof File && !rest.length ? (value.webkitRelativePath || value.path || "").replace(/^\.?\//, "") : "";
    return append.call(this, name, value, ...(place.includes("/") ? [place] : rest));
  };
})();

// Beside the clip stands a button that loads a folder: its files go where those of the clip do.
const offerFolder = (name) => {
  const clip = document.querySelector("#upload-button");
  if (!clip || document.querySelector("#folder-button")) return;
  const choose = () => {
    if (document.querySelector("#upload-button")?.disabled) return;
    const dialog = Object.assign(document.createElement("input"), { type: "file", webkitdirectory: true });
    dialog.onchange = () => {
      const shown = [...dialog.files].filter((file) => !/\/\./.test(file.webkitRelativePath));
      const input = document.querySelector("#upload-button-input");
      const chosen = new DataTransfer();
      shown.forEach((file) => chosen.items.add(file));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector("#chat-input")?.focus();
    };
    dialog.click();
  };
  const button = Object.assign(document.createElement("button"), { id: "folder-button", type: "button", className: clip.className, title: name, ariaLabel: name, onclick: choose });
  button.innerHTML =
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="!size-5"><path d="M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.7-.9L9.6 3.9A2 2 0 0 0 7.9 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z"/></svg>';
  clip.after(button);
};

// A number of an answer says at which lines it points.
document.addEventListener("mouseover", ({ target }) => {
  const link = target instanceof Element && target.closest('a[href*="#source="]:not([title])');
  if (link) link.title = decodeURIComponent(link.getAttribute("href").split("#source=")[1]);
});

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

// Enter before the page is connected is kept until it is; Arrow-Up in an empty composer takes earlier questions up again.
(() => {
  const submit = () => document.querySelector("#chat-submit");
  let waiting = 0;
  let back = 0;
  const stop = (composer) => {
    clearInterval(waiting);
    waiting = 0;
    composer.ariaBusy = null;
  };
  const sendSoon = (composer) => {
    composer.ariaBusy = "true";
    waiting = setInterval(() => {
      if (composer.isConnected && (!submit() || submit().disabled)) return;
      stop(composer);
      submit()?.click();
    }, 100);
  };
  const recall = (step, written) => {
    const asked = [...document.querySelectorAll('[data-step-type="user_message"] .prose, [data-step-type="user_message"] .whitespace-pre-wrap')];
    const texts = asked.map((one) => one.innerText.trim()).filter(Boolean);
    if (written && written !== texts.at(-back)) return false;
    const next = (written ? back : 0) + step;
    if (next < 0 || next > texts.length) return false;
    back = next;
    document.execCommand("selectAll");
    document.execCommand(back ? "insertText" : "delete", false, back ? texts.at(-back) : null);
    return true;
  };
  const ALONE = /^\/(?:help|overview|status|documents|schema|unexplained|diff|export|share|history|timeline|incidents|findings|rules|map)$/;
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, target } = event;
      if (target.id !== "chat-input" || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return;
      const written = target.value.trim();
      const arrow = { ArrowUp: 1, ArrowDown: -1 }[key];
      if (waiting && key === "Escape") stop(target);
      else if (waiting && key !== "Tab") event.preventDefault();
      else if (key === "Enter" && ALONE.test(written) && submit() && !submit().disabled) submit().click();
      else if (key === "Enter" && written && submit()?.disabled) sendSoon(target);
      else if (!arrow || document.querySelector('[role="listbox"]') || !recall(arrow, written)) return;
      if (key === "Tab") return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
})();

// Escape closes what stands beside the chat, and goes back to where that was opened; with nothing open, to the composer.
(() => {
  const ON_TOP = '[role="dialog"], [role="menu"], [role="listbox"]';
  let outside = null;
  document.addEventListener("focusin", ({ target }) => {
    if (!target.closest("#side-view-title, #side-view-content, " + ON_TOP)) outside = target;
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || document.querySelector(ON_TOP)) return;
      const close = document.querySelector("#side-view-title button");
      const next = close && outside?.isConnected ? outside : document.querySelector("#chat-input");
      close?.click();
      next?.focus();
    },
    true,
  );
})();

// On a phone, the list of conversations opens, and the page draws itself anew with the list closed: it is opened again.
(() => {
  const LOOKS = 80;
  const QUIET = 4;
  let watch = 0;
  const keepOpen = (first) => {
    let looks = 0;
    let quiet = 0;
    let last = first;
    watch = setInterval(() => {
      const now = document.querySelector("#sidebar-trigger-button");
      quiet = now === last ? quiet + 1 : 0;
      last = now;
      if (++looks > LOOKS) clearInterval(watch);
      if (now && now !== first && quiet >= QUIET) {
        clearInterval(watch);
        if (!document.querySelector('[role="dialog"]')) now.click();
      }
    }, 100);
  };
  document.addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted) return;
      clearInterval(watch);
      const trigger = event.target instanceof Element && event.target.closest("#sidebar-trigger-button");
      if (trigger && window.innerWidth < 768) keepOpen(trigger);
    },
    true,
  );
})();

// Buttons that show a picture only get the names of their hints, for who hears the page.
(() => {
  const NAMES = {
    "#upload-button": "chat.input.actions.attachFiles",
    "#chat-settings-open-modal": "chat.settings.title",
    "#chat-submit": "chat.input.actions.send",
    "#stop-button": "chat.input.actions.stop",
    "#new-chat-button": "navigation.newChat.button",
    "#search-chats-button": "threadHistory.sidebar.filters.search",
    "#sidebar-trigger-button": "threadHistory.sidebar.title",
    "#thread-options": ["threadHistory.thread.menu.rename", "threadHistory.thread.menu.delete"],
    "button:has(> svg.lucide-arrow-down)": "chat.newest",
    "#side-view-title button": "common.actions.goBack",
    "button:has(> svg.lucide-copy)": "chat.messages.actions.copy.button",
    "button:has(> svg.lucide-thumbs-up)": "chat.messages.feedback.positive",
    "button:has(> svg.lucide-thumbs-down)": "chat.messages.feedback.negative",
  };
  const words = new URL("../project/translations?language=en-US", document.currentScript.src);
  let names = [];
  let [folder, sidebar] = ["", ""];
  const nameThem = () => {
    offerFolder(folder);
    for (const [selector, name] of names)
      for (const button of document.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
        button.ariaLabel = name;
        if (button.tabIndex < 0) Object.assign(button, { tabIndex: 0, role: "button" });
      }
    mend();
  };
  const give = (selector, name, value) => {
    for (const one of document.querySelectorAll(selector))
      if (one.getAttribute(name) !== value) one.setAttribute(name, value);
  };
  // What the page's own parts lack for who hears them: a name, a role that may hold a button, a place to scroll from.
  const mend = () => {
    const main = document.querySelector("main");
    if (main && !document.querySelector("h1")) main.prepend(makeElement("h1", { className: "wl-unseen", textContent: document.title }));
    give("#upload-button", "role", "button");
    give("h3[data-orientation]", "aria-level", "2"); // a step, below the page's own heading
    give('[data-sidebar="sidebar"]:not([data-mobile])', "role", "navigation");
    give('[data-sidebar="sidebar"]:not([data-mobile])', "aria-label", sidebar);
    give("img:not([alt])", "alt", "");
    give('ul[data-sidebar="menu"] > div', "role", "listitem");
    give('ul[data-sidebar="menu"] > div > li', "role", "none");
    give('button[data-sidebar="menu-button"]:has(button, [role="button"], [tabindex])', "role", "link");
    give("pre code", "tabindex", "0");
    for (const one of document.querySelectorAll("[aria-controls]"))
      if (!document.getElementById(one.getAttribute("aria-controls"))) one.removeAttribute("aria-controls");
    for (const one of document.querySelectorAll('[role="dialog"]:not([aria-label])'))
      if (!document.getElementById(one.getAttribute("aria-labelledby"))?.textContent.trim())
        one.ariaLabel = one.querySelector("h1, h2, h3, #side-view-title")?.textContent || document.title;
  };
  const pick = (tree, path) => path.split(".").reduce((branch, key) => branch?.[key], tree);
  let waiting = 0;
  // Before what is new is painted, so that no button is there without its name.
  const soon = () => {
    waiting ||= requestAnimationFrame(() => ((waiting = 0), nameThem()));
  };
  fetch(words)
    .then((answer) => answer.json())
    .then(({ translation }) => {
      const say = (paths) => [paths].flat().map((path) => pick(translation, path)).join(", ");
      [folder, sidebar] = ["chat.input.actions.attachFolder", "threadHistory.sidebar.title"].map(say);
      names = Object.entries(NAMES).map(([selector, paths]) => [selector, say(paths)]);
      nameThem();
      new MutationObserver(soon).observe(document, { childList: true, subtree: true });
    });
})();

// A table of rows is sorted, and turned over, with the keyboard as with the mouse; its headers say how it is sorted.
(() => {
  const HEADER = "th > div.cursor-pointer";
  const TURNS = 'nav[aria-label="pagination"] a:not([href])';
  const sorting = (header) =>
    header.querySelector(".lucide-arrow-up") ? "ascending" : header.querySelector(".lucide-arrow-down") ? "descending" : "none";
  const name = () => {
    for (const header of document.querySelectorAll(HEADER)) {
      if (header.tabIndex < 0) Object.assign(header, { tabIndex: 0, role: "button" });
      if (header.parentElement.ariaSort !== sorting(header)) header.parentElement.ariaSort = sorting(header);
    }
    for (const turn of document.querySelectorAll(TURNS)) {
      const off = turn.classList.contains("pointer-events-none");
      if (turn.role !== "button") turn.role = "button";
      if (turn.getAttribute("tabindex") !== (off ? "-1" : "0")) turn.tabIndex = off ? -1 : 0;
      if (turn.ariaDisabled !== String(off)) turn.ariaDisabled = String(off);
    }
  };
  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(name, 60);
  };
  new MutationObserver(soon).observe(document, { childList: true, subtree: true, attributeFilter: ["class"] });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const chosen = event.target.closest?.(`${HEADER}, ${TURNS}`);
      if (!chosen) return;
      event.preventDefault();
      event.stopPropagation();
      chosen.click();
    },
    true,
  );
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
  const observe = () => {
    document.querySelectorAll(".inline-plotly-container").forEach((one) => widths.observe(one));
    document.querySelectorAll(".inline-plotly-container .js-plotly-plot").forEach(hearRange);
  };
  // The range that is dragged over a chart of moments chooses the rows that the panel shows.
  const hearRange = (chart) => {
    const key = chart.layout?.meta?.answer;
    if (!key || chart.heard) return;
    chart.heard = true;
    chart.on("plotly_relayout", ({ "xaxis.range[0]": from, "xaxis.range[1]": to }) => {
      if (from) window.postMessage({ wirelore: "range", key, from: String(from), to: String(to) }, window.location.origin);
    });
  };

  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => (paint(), observe()), 60);
  };
  new MutationObserver(soon).observe(document, { childList: true, subtree: true, characterData: true });
})();

// The package's file asks for a loader of modules: it gets one for as long as it loads. It would write its global by
// eval, which our policy refuses, if that were not there already.
const loadVis = (() => {
  const source = new URL("../vis-network.js", document.currentScript.src);
  let library = null;
  return () =>
    (library ??= new Promise((then, fail) => {
      window.regeneratorRuntime ??= null;
      window.require = { defined: () => false };
      window.define = (_name, _needs, fill) => fill((window.vis = {}));
      const done = (next) => () => (delete window.require, delete window.define, next());
      document.head.append(makeElement("script", { src: source, onload: done(then), onerror: done(fail) }));
    }));
})();
function makeElement(tag, given = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), given);
  made.append(...inside);
  return made;
}
const themeColour = (name) => `hsl(${getComputedStyle(document.documentElement).getPropertyValue(name)})`;

// Draws the graph behind an answer with vis-network in the panel that opens, and the same as a list.
(() => {
  const COLOURS = ["#0f8a8f", "#b4651a", "#7d4fb3", "#2f6fd0", "#a8324a", "#5b7a1f", "#8a6d00", "#4a5d6e"];
  const MOST_LABELLED = 24;
  const OPTIONS = {
    layout: { hierarchical: { direction: "LR", sortMethod: "directed", levelSeparation: 225, shakeTowards: "roots", nodeSpacing: 72, treeSpacing: 72 } },
    physics: false,
    nodes: { shape: "box", margin: 7, borderWidth: 2, widthConstraint: { maximum: 185 } },
    edges: { arrows: "to", color: { color: "#8796a3", highlight: "#0f8a8f" }, smooth: { type: "cubicBezier", forceDirection: "horizontal" } },
    interaction: { hover: true, zoomView: false },
  };
  const AROUND = 12;
  const TALLEST = 6000;
  let shown = null;
  const make = makeElement;
  const panel = async () => {
    for (let tries = 0; tries < 100; tries++) {
      const found = document.querySelector("#side-view-content");
      if (found) return found;
      await new Promise((then) => setTimeout(then, 50));
    }
  };
  const title = ({ name, kind, device }) => [name, kind, device !== name && device].filter(Boolean);
  const ask = (node, near) => window.postMessage({ wirelore: "node", node, near }, window.location.origin);

  const look = ({ id, name, kind, device, cited, colour }) => {
    const [ink, paper] = ["--foreground", "--card"].map(themeColour);
    const below = [kind !== name && kind, device !== name && device].filter(Boolean).join(" · ");
    const background = cited ? colour : paper;
    return {
      id,
      label: [name, below].filter(Boolean).join("\n"),
      color: { background, border: colour, highlight: { background, border: ink }, hover: { background, border: ink } },
      font: { color: cited ? "#ffffff" : ink, size: 13 },
    };
  };
  const add = ({ nodes, relations }) => {
    for (const node of nodes) {
      if (shown.told.has(node.id)) continue;
      const kinds = (shown.kinds[node.kind] ??= Math.min(Object.keys(shown.kinds).length, COLOURS.length - 1));
      shown.told.set(node.id, { ...node, colour: COLOURS[kinds] });
      shown.nodes.add(look(shown.told.get(node.id)));
    }
    const [ink, paper] = ["--muted-foreground", "--card"].map(themeColour);
    const labelled = shown.edges.length + relations.length <= MOST_LABELLED;
    for (const { from, to, kind } of relations) {
      const id = `${from} ${kind} ${to}`;
      const font = { size: 12, color: ink, strokeWidth: 0, background: paper };
      const label = labelled && kind !== "has" ? kind : undefined;
      if (!shown.edges.get(id)) shown.edges.add({ id, from, to, kind, label, title: kind, font, dashes: kind !== "has" });
    }
    list();
  };
  const list = () => {
    const said = (id) => title(shown.told.get(id)).join(" · ");
    const items = [...shown.told.values()].map((node) => {
      const ties = shown.edges.get({ filter: ({ from }) => from === node.id }).map(({ kind, to }) => `${kind} ${said(to)}`);
      const button = make("button", { type: "button", textContent: said(node.id), onclick: () => choose(node.id) });
      return make("li", {}, button, ties.length ? `: ${ties.join("; ")}` : "");
    });
    shown.list.replaceChildren(...items);
  };
  // As wide as the panel, as tall as it must be: names stay readable, and the panel scrolls.
  const fit = () => {
    const { network, canvas } = shown;
    const boxes = [...shown.told.keys()].map((id) => network.getBoundingBox(id));
    if (!canvas.isConnected) return;
    if (!boxes.every((box) => Number.isFinite(box?.left))) return void requestAnimationFrame(fit);
    const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])) - AROUND);
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])) + AROUND);
    const scale = Math.min(1, canvas.clientWidth / (right - left));
    canvas.style.height = `${Math.min(TALLEST, Math.max(160, (bottom - top) * scale))}px`;
    network.setSize("100%", canvas.style.height);
    network.redraw();
    network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale });
  };
  const choose = (id, near = false) => {
    shown.network.selectNodes([id]);
    ask(id, near);
  };
  const describe = ({ node, properties, lines, more }) => {
    const known = shown.told.get(node);
    if (!known) return;
    const cite = ([path, number, text]) =>
      make("li", {}, make("a", { href: `#source=${encodeURIComponent(`${path}:${number}`)}`, textContent: `${path}:${number}` }), " ", make("code", { textContent: text.trim() }));
    const pairs = properties.flatMap(([name, value]) => [make("dt", { textContent: name.replaceAll("_", " ") }), make("dd", { textContent: value })]);
    const near = make("button", { type: "button", textContent: shown.words.near, onclick: () => choose(node, true) });
    shown.details.replaceChildren(make("h3", { textContent: title(known).join(" · ") }), make("dl", {}, ...pairs), make("ul", {}, ...lines.map(cite)), more ? `… ${more} ${shown.words.more}` : "", near);
  };
  // What opens in the panel next has another title: the picture goes then, and does not stay above it.
  const leaveWith = (title, drawn) => {
    const watch = new MutationObserver(() => {
      const now = document.querySelector("#side-view-title");
      if (drawn.isConnected && now?.textContent === title) return;
      watch.disconnect();
      drawn.remove();
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  const draw = async (told) => {
    const [place] = await Promise.all([panel(), loadVis()]);
    document.querySelector("#evidence-graph")?.remove();
    const canvas = make("div", { className: "canvas", role: "img", ariaLabel: told.words.picture });
    const details = make("div", { className: "details", ariaLive: "polite" });
    const nodes = make("ul");
    const save = make("button", { type: "button", textContent: told.words.save });
    const drawn = make("section", { id: "evidence-graph" }, canvas, save, details, make("details", {}, make("summary", { textContent: told.words.list }), nodes));
    place.append(drawn);
    leaveWith(document.querySelector("#side-view-title")?.textContent, drawn);
    shown = { told: new Map(), kinds: {}, nodes: new vis.DataSet(), edges: new vis.DataSet(), canvas, list: nodes, details, words: told.words };
    add(told);
    const network = (shown.network = drawn.network = new vis.Network(canvas, { nodes: shown.nodes, edges: shown.edges }, OPTIONS));
    new ResizeObserver(() => requestAnimationFrame(fit)).observe(nodes.parentElement);
    network.once("afterDrawing", () => (fit(), (drawn.dataset.drawn = told.nodes.length)));
    network.on("click", (event) => event.nodes[0] > 0 && ask(event.nodes[0], false));
    network.on("doubleClick", (event) => event.nodes[0] > 0 && ask(event.nodes[0], true));
    save.onclick = () => make("a", { download: "graph.png", href: canvas.querySelector("canvas").toDataURL("image/png") }).click();
  };
  window.addEventListener("message", ({ data, source }) => {
    if (source !== window || !data?.words) return;
    if (data.wirelore === "graph") draw(data);
    else if (data.wirelore === "node" && document.querySelector("#evidence-graph")) {
      if (data.nodes.length) {
        add(data);
        requestAnimationFrame(fit);
      }
      describe(data);
    }
  });
})();

// The map of the network, over the page: devices where the server placed them, links by layer, and the same as a list.
(() => {
  const RED = "#c62828";
  const SHAPES = { device: "box", outside: "ellipse", subnet: "hexagon" };
  const SMALLEST_TEXT = 12;
  const READABLE = 0.95;
  const make = makeElement;
  let shown = null;
  const seen = ({ layer, vlans }, chosen) =>
    !chosen || layer === chosen || (layer === "vpn" && chosen === "physical") || (layer === "physical" && chosen.startsWith("vlan") && vlans.includes(Number(chosen.slice(4))));
  const links = () => shown.told.links.filter((link) => seen(link, shown.layer.value));
  const count = (number) => (number === 1 ? shown.told.words.one : `${number} ${shown.told.words.many}`);
  // From places between -1 and 1 to pixels: as large as the canvas, larger where nodes would not have room; none over another.
  const spread = (nodes, { clientWidth, clientHeight }) => {
    const room = Math.max(1, Math.sqrt((nodes.length * 150 * 95) / (clientWidth * clientHeight)));
    for (const one of nodes) {
      one.wide = 8 * Math.max(one.id.length, one.findings ? 10 : 0) + 40;
      one.high = one.findings ? 66 : 48;
      one.x *= ((clientWidth - 140) / 2) * room;
      one.y *= ((clientHeight - 70) / 2) * room;
    }
    for (let round = 0, moved = true; moved && round < 80; round++) {
      moved = false;
      nodes.forEach((one, at) => {
        for (const other of nodes.slice(at + 1)) {
          const across = (one.wide + other.wide) / 2 - Math.abs(one.x - other.x);
          const down = (one.high + other.high) / 2 - Math.abs(one.y - other.y);
          if (across <= 0 || down <= 0) continue;
          moved = true;
          const [axis, by] = across < down ? ["x", across] : ["y", down];
          const sign = one[axis] < other[axis] ? -1 : 1;
          one[axis] += (sign * by) / 2;
          other[axis] -= (sign * by) / 2;
        }
      });
    }
  };
  const far = ({ from, to }, id) => (from === id ? to : from);
  const ends = ({ from, to, ports: [one, other] }) => `${from} ${one}`.trim() + " \u2013 " + `${to} ${other}`.trim();
  const node = ({ id, kind, severity, findings, lit, x, y }) => {
    const [ink, paper, accent] = ["--foreground", "--card", "--primary"].map(themeColour);
    const border = severity === "high" ? RED : lit ? accent : themeColour("--muted-foreground");
    const background = paper;
    const label = findings ? `${id}\n${count(findings)}` : id;
    const same = { background, border };
    return { id, label, x, y, shape: SHAPES[kind], borderWidth: severity === "high" || lit ? 3 : 1, color: { ...same, highlight: { background, border: accent }, hover: same }, font: { color: ink, size: 14 } };
  };
  const edge = (link, at) => {
    const color = link.severity === "high" ? RED : link.lit ? themeColour("--primary") : "#8796a3";
    const tip = [ends(link), link.layer, link.label, link.proofs].filter(Boolean).join("\n");
    return { id: at, from: link.from, to: link.to, title: tip, dashes: !link.sure, width: link.lit ? 5 : link.severity === "high" ? 3 : 1.5, color: { color, highlight: color, hover: color } };
  };
  const redraw = () => {
    shown.edges.clear();
    shown.edges.add(links().map(edge));
    const joined = new Set(links().flatMap(({ from, to }) => [from, to]));
    const kept = shown.told.nodes.filter(({ id, kind }) => kind === "device" || joined.has(id));
    shown.nodes.clear();
    shown.nodes.add(kept.map(node));
    const items = kept.map(({ id, severity, findings }) => {
      const button = make("button", { type: "button", textContent: id, onclick: () => choose(id) });
      const tied = links().filter(({ from, to }) => from === id || to === id).map((link) => far(link, id));
      return make("li", {}, button, findings ? ` (${count(findings)}, ${severity})` : "", tied.length ? `: ${[...new Set(tied)].join(", ")}` : "");
    });
    shown.list.replaceChildren(...items);
  };
  // With "?", as a link that begins with "#", in a dialog without others, is one to skip to its content.
  const cite = (place) => make("a", { href: `?#source=${encodeURIComponent(place)}`, textContent: place });
  const choose = (id) => {
    const { words, nodes } = shown.told;
    const known = nodes.find((one) => one.id === id);
    if (!known) return;
    shown.network.selectNodes([id]);
    shown.network.focus(id, { scale: Math.max(1, shown.network.getScale()), animation: false });
    const tied = links().filter(({ from, to }) => from === id || to === id).map((link) =>
      make("li", {}, `${ends(link)} · ${[[link.layer, link.label].filter(Boolean).join(" "), link.severity, link.proofs].filter(Boolean).join(" · ")} `, ...link.lines.flatMap((place) => [cite(place), " "])));
    const go = (text, asked) => make("a", { className: "wl-tool", href: `#ask=${encodeURIComponent(asked)}`, textContent: text });
    const tools = make("p", { className: "wl-tools" }, go(words.page, `/device ${id}`), known.findings ? go(words.findings, `/findings ${id}`) : "");
    const wrong = known.wrong.map(([said, lines]) => make("li", {}, `${said} `, ...lines.flatMap((place) => [cite(place), " "])));
    const heading = make("h3", { textContent: id, tabIndex: -1 });
    const fromList = shown.list.contains(document.activeElement);
    shown.details.replaceChildren(heading, known.kind === "device" ? tools : "", make("ul", {}, ...wrong), make("p", { textContent: words.links }), make("ul", {}, ...tied));
    shown.details.parentElement.scrollTop = 0;
    if (fromList) heading.focus();  // what is told stands before the list
  };
  const fit = () => {
    shown.network.fit({ animation: false });
    if (shown.network.getScale() > 1) shown.network.moveTo({ scale: 1 });
  };
  // At first all of it, or where names can be read a part: the way that is lit, or the middle.
  const begin = () => {
    fit();
    if (shown.network.getScale() >= READABLE) return;
    const lit = shown.told.nodes.filter((one) => one.lit);
    const place = (axis) => lit.reduce((sum, one) => sum + one[axis], 0) / Math.max(1, lit.length);
    shown.network.moveTo({ position: { x: place("x"), y: place("y") }, scale: READABLE });
  };
  const zoom = (by) => shown.network.moveTo({ scale: shown.network.getScale() * by });
  const draw = async (told) => {
    await loadVis();
    document.querySelector("#network-map")?.remove();
    const { words } = told;
    const button = (textContent, onclick) => make("button", { type: "button", className: "wl-tool", textContent, onclick });
    const layers = [...new Set(told.links.map(({ layer }) => layer))];
    const vlans = [...new Set(told.links.flatMap(({ vlans }) => vlans))].sort((one, other) => one - other);
    const layer = make("select", { className: "wl-tool", ariaLabel: words.layer, onchange: redraw }, new Option(words.all, ""));
    layer.append(...layers.map((name) => new Option(name, name)), ...vlans.map((number) => new Option(`${words.vlan} ${number}`, `vlan ${number}`)));
    const wanted = told.layer.toLowerCase().replace(/^vlan ?/, "vlan ");
    layer.value = [...layer.options].some(({ value }) => value === wanted) ? wanted : (layers[0] ?? "");
    const names = make("datalist", { id: "network-map-names" }, ...told.nodes.map(({ id }) => new Option(id, id)));
    const find = make("input", { className: "wl-tool", type: "search", placeholder: words.find, ariaLabel: words.find, onchange: () => choose(find.value) });
    find.setAttribute("list", names.id);
    const canvas = make("div", { className: "canvas", role: "img", ariaLabel: words.picture });
    const details = make("div", { className: "details", ariaLive: "polite" }, make("p", { textContent: words.hint }));
    const list = make("ul");
    const all = make("details", { open: window.innerWidth > 900 }, make("summary", { textContent: words.list }), list);
    const side = make("div", { className: "side", tabIndex: 0 }, details, all);
    const close = button(words.close, () => box.close());
    const title = make("h2", { id: "network-map-title", textContent: words.title });
    const bar = make("div", { className: "bar" }, title, layer, find, names, button(words.fit, fit), button(words.larger, () => zoom(1.3)), button(words.smaller, () => zoom(1 / 1.3)), close);
    const box = make("dialog", { id: "network-map" }, bar, make("div", { className: "both" }, canvas, side));
    box.setAttribute("aria-labelledby", title.id);
    document.body.append(box);
    box.addEventListener("close", () => (shown?.network.destroy(), (shown = null), box.remove()));
    box.addEventListener("click", ({ target }) => target.closest('a[href^="#"]') && box.close(), true);
    box.addEventListener("keydown", (event) => event.key !== "Escape" || event.stopPropagation());
    box.showModal();
    shown = { told, layer, details, list, nodes: new vis.DataSet(), edges: new vis.DataSet() };
    const options = {
      physics: false,
      nodes: { margin: 7, scaling: { label: { drawThreshold: SMALLEST_TEXT + 1 } } },
      edges: { smooth: { type: "continuous" } },
      interaction: { hover: true, hideEdgesOnDrag: told.links.length > 600 },
    };
    const network = (shown.network = box.network = new vis.Network(canvas, { nodes: shown.nodes, edges: shown.edges }, options));
    network.on("click", ({ nodes }) => nodes[0] && choose(nodes[0]));
    spread(told.nodes, canvas);
    redraw();
    network.once("afterDrawing", () => (begin(), (box.dataset.drawn = told.nodes.length)));
    network.redraw();
  };
  window.addEventListener("message", ({ data, source }) => {
    if (source === window && data?.wirelore === "map") draw(data);
  });
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href^="#map="]');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      window.postMessage({ wirelore: "open-map", what: decodeURIComponent(link.getAttribute("href").slice("#map=".length)) }, window.location.origin);
    },
    true,
  );
})();

// A table of an answer can be sorted by a click on a column's name, copied, and saved as CSV. Numbers called "count" get
// bars; rows with a first and a last time get a line of time. Of many rows the first ones are shown.
(() => {
  const SHOWN = 10;
  const SHORT = 14; // of a cell's characters: such a name or time is not broken
  const breakable = (link) => {
    const parts = link.textContent.split(/(?<=[/,])/);
    link.replaceChildren(...parts.flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part])));
  };
  const text = (cell) => cell.innerText.trim();
  const columns = (table) => [...table.querySelectorAll("th")].map(text);
  const rows = (table) => [...table.querySelectorAll("tbody tr")];
  const cells = (table) => rows(table).map((row) => [...row.cells].filter((cell) => !cell.matches(".wl-time")).map(text));
  const safe = (value) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  const quote = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const number = (value) => Number(value.replaceAll(",", ""));
  const compare = (one, other) => {
    const [left, right] = [number(one), number(other)];
    return one && other && !isNaN(left) && !isNaN(right) ? left - right : one.localeCompare(other, undefined, { numeric: true });
  };
  const sort = (table, head) => {
    const at = head.cellIndex;
    const down = head.ariaSort === "ascending";
    for (const other of table.querySelectorAll("th")) other.ariaSort = null;
    head.ariaSort = down ? "descending" : "ascending";
    const sorted = rows(table).sort((one, other) => compare(text(one.cells[at]), text(other.cells[at])) * (down ? -1 : 1));
    table.tBodies[0].append(...sorted);
  };
  const button = (name, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "wl-tool", textContent: name });
    made.addEventListener("click", () => act(made));
    return made;
  };
  const save = (table) => {
    const lines = [columns(table).filter((_, at) => !table.rows[0].cells[at].matches(".wl-time")), ...cells(table)];
    const body = lines.map((line) => line.map(safe).map(quote).join(",")).join("\n");
    const link = Object.assign(document.createElement("a"), { download: "rows.csv", href: URL.createObjectURL(new Blob([body], { type: "text/csv" })) });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const copy = async (table, made) => {
    await navigator.clipboard.writeText([columns(table), ...cells(table)].map((line) => line.join("\t")).join("\n"));
    made.textContent = "Copied";
  };
  const drawBars = (table, at) => {
    const most = Math.max(1, ...rows(table).map((row) => number(text(row.cells[at])) || 0));
    for (const row of rows(table)) {
      const cell = row.cells[at];
      cell.classList.add("wl-count");
      cell.style.setProperty("--part", (number(text(cell)) || 0) / most);
    }
  };
  const drawTimes = (table, first, last) => {
    const year = (value) => (/^\d{4}-/.test(value) ? value : `2000-${value}`);
    const times = rows(table).map((row) => [first, last].map((at) => Date.parse(year(text(row.cells[at])).replace(" ", "T"))));
    for (const row of rows(table)) for (const at of [first, last]) row.cells[at].classList.add("wl-clock");
    const all = times.flat().filter((time) => !isNaN(time));
    const [begin, end] = [Math.min(...all), Math.max(...all)];
    if (all.length < 3 || end <= begin) return;
    const head = Object.assign(document.createElement("th"), { className: "wl-time", textContent: "when" });
    table.tHead.rows[0].append(head);
    rows(table).forEach((row, at) => {
      const cell = Object.assign(document.createElement("td"), { className: "wl-time" });
      const [from, to] = times[at].map((time) => (time - begin) / (end - begin));
      if (!isNaN(from) && !isNaN(to)) {
        const bar = document.createElement("span");
        bar.style.left = `${from * 98}%`;
        bar.style.width = `${Math.max((to - from) * 98, 2)}%`;
        cell.append(bar);
      }
      row.append(cell);
    });
  };
  const CHOSEN = ["severity", "kind", "device"];
  // What a table of findings may be narrowed to, by the values of its own cells.
  const filters = (table, names) => {
    const chosen = new Map();
    const apply = () => {
      for (const row of rows(table)) row.hidden = [...chosen].some(([at, value]) => value && !text(row.cells[at]).split(", ").includes(value));
      table.classList.toggle("wl-filtered", [...chosen.values()].some(Boolean));
    };
    return CHOSEN.filter((name) => names.includes(name)).map((name) => {
      const at = names.indexOf(name);
      const values = [...new Set(rows(table).flatMap((row) => text(row.cells[at]).split(", ")))].filter(Boolean);
      const select = Object.assign(document.createElement("select"), { className: "wl-tool", ariaLabel: `Only this ${name}` });
      if (name !== "severity") values.sort();
      select.append(new Option(`every ${name}`, ""), ...values.map((value) => new Option(value, value)));
      select.addEventListener("change", () => (chosen.set(at, select.value), apply()));
      return select;
    });
  };
  const equip = (table) => {
    if (table.dataset.wirelore || !table.tHead || !table.tBodies[0]) return;
    table.dataset.wirelore = "table";
    const names = columns(table);
    // In a narrow frame a row is shown as a list (wirelore.css): it stays a table for a screen reader.
    const roles = { table: "table", "thead, tbody": "rowgroup", tr: "row", th: "columnheader", td: "cell" };
    for (const [part, role] of Object.entries(roles)) for (const one of [table, ...table.querySelectorAll(part)]) if (one.matches(part)) one.role = role;
    for (const row of rows(table)) {
      [...row.cells].forEach((cell, at) => {
        cell.dataset.column = names[at];
        cell.classList.toggle("wl-short", cell.textContent.length <= SHORT);
      });
      for (const link of row.querySelectorAll("td a")) breakable(link);
    }
    for (const head of table.querySelectorAll("th")) {
      head.tabIndex = 0;
      head.addEventListener("click", () => sort(table, head));
      head.addEventListener("keydown", ({ key }) => key === "Enter" && sort(table, head));
    }
    if (names.includes("count")) drawBars(table, names.indexOf("count"));
    if (names.includes("first") && names.includes("last")) drawTimes(table, names.indexOf("first"), names.indexOf("last"));
    const tools = Object.assign(document.createElement("div"), { className: "wl-tools" });
    const many = rows(table).length;
    if (many > SHOWN) {
      table.classList.add("wl-folded");
      tools.append(button(`All ${many} rows`, (made) => (table.classList.remove("wl-folded"), made.remove())));
    }
    tools.append(button("Copy", (made) => copy(table, made)), button("CSV", () => save(table)));
    table.after(tools);
    if (CHOSEN.every((name) => names.includes(name))) {
      const above = Object.assign(document.createElement("div"), { className: "wl-tools" });
      above.append(...filters(table, names));
      table.before(above);
    }
  };
  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => document.querySelectorAll('[data-step-type="assistant_message"] table').forEach(equip), 150);
  };
  new MutationObserver(soon).observe(document, { childList: true, subtree: true });
})();
