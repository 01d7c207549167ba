// The court of Shuriken Duel: arrow keys, lines on hover and hold, dragging. Without this file it can be pressed.
(() => {
  "use strict";
  const DRIFT = 8, HOLD = 350; // pixels before a press is a drag, milliseconds before it is a hold
  const SVG = "http://www.w3.org/2000/svg";
  const sheet = new CSSStyleSheet(); // where a dragged piece is; a morph leaves it alone
  document.adoptedStyleSheets.push(sheet);

  let court = null, table = null;
  let cursor = null, row = -1, column = -1; // the field that keys stand on
  let within = false, pressed = null, quiet = false; // quiet: what still comes of a drag or a hold does nothing

  const clamp = (low, n, high) => Math.max(low, Math.min(n, high));
  const place = (element, td = element.closest("td")) => [td.parentNode.rowIndex, td.cellIndex - 1];
  const field = (r, c) => table.rows[r].cells[c + 1];
  const fieldOf = (element) => element?.closest?.(".court td[id]");

  // Keys: one field is the tab stop; arrow keys move it, N goes on to the next that offers something.
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -7], End: [0, 7] };

  function point(r, c) {
    if (cursor) cursor.tabIndex = -1;
    row = clamp(0, r, 10);
    column = clamp(0, c, 6);
    const td = field(row, column);
    cursor = td.querySelector("button") ?? td;
    cursor.tabIndex = 0;
  }

  function go(r, c) {
    point(r, c);
    cursor.focus({ preventScroll: true });
    cursor.scrollIntoView({ block: "nearest" });
  }

  function nextOffer() {
    const all = [...table.querySelectorAll("button")];
    if (!all.length) return;
    const better = all.filter((b) => b.matches(".to, .on"));
    const list = better.length ? better : all;
    const at = row * 7 + column;
    const rank = (b) => place(b)[0] * 7 + place(b)[1];
    go(...place(list.find((b) => rank(b) > at) ?? list[0]));
  }

  document.addEventListener("keydown", (e) => {
    quiet = false;
    if (!court || e.ctrlKey || e.altKey || e.metaKey || document.querySelector("dialog[open]")) return;
    const inside = court.contains(e.target);
    if (e.code === "KeyN" && !e.target.closest("input, select, textarea")) {
      e.preventDefault();
      return nextOffer();
    }
    const free = e.target === document.body || e.target.id === "table";
    const step = STEPS[e.key];
    if (!step || !inside && !(free && e.key.startsWith("Arrow"))) return;
    e.preventDefault();
    if (inside) go(row + step[0], column + step[1]);
    else go(row, column);
  });

  // Lines: what a piece would throw at and where it can glide, as the page has it for the viewer's own pieces.
  function draw(shape, attributes) {
    const element = document.createElementNS(SVG, shape);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.getElementById("hint").append(element);
  }

  function clear() { document.getElementById("hint")?.replaceChildren(); }

  const goals = (button) => (button.dataset.glides ?? "").split(" ").filter(Boolean);

  function hint(button) {
    clear();
    const fire = button.dataset.fire;
    if (fire) for (const name of ["ray under", "ray"]) draw("path", { class: name, d: fire });
    for (const goal of goals(button)) {
      const [r, c] = place(document.getElementById(goal.replace(/\W/, "")));
      draw("circle", { class: /\W/.test(goal) ? "goal hot" : "goal", cx: 10 * c + 5, cy: 10 * r + 5, r: 1.3 });
    }
  }

  const hinted = (element) => element?.closest?.(".court .can[data-glides], .court .can[data-fire]");
  const picked = () => table?.querySelector(".on");

  document.addEventListener("pointerover", (e) => {
    if (e.pointerType !== "mouse" || pressed || picked()) return;
    const button = hinted(e.target);
    if (button) hint(button); else clear();
  });
  document.addEventListener("focusin", (e) => {
    if (!court) return;
    if (court.contains(e.target) && fieldOf(e.target)) point(...place(e.target));
    const button = hinted(e.target);
    if (button && !picked() && !quiet) hint(button); else clear();
  });

  // Hands: a held piece shows its lines, a dragged one glides, or changes places in the setup.
  document.addEventListener("pointerdown", (e) => {
    const button = court?.contains(e.target) && e.target.closest("button.grip, button.can, button.on");
    if (pressed) return;
    quiet = false;
    if (!button || e.button) return;
    pressed = { button, x: e.clientX, y: e.clientY, id: e.pointerId, drags: false, held: false };
    if (e.pointerType !== "mouse" && hinted(button)) {
      pressed.timer = setTimeout(() => {
        pressed.held = true;
        hint(button);
      }, HOLD);
    }
  });

  function lift() {
    const { button } = pressed;
    clearTimeout(pressed.timer);
    pressed.drags = true;
    const copy = document.createElement("div");
    copy.className = "held";
    copy.append(button.closest("td").querySelector(":scope > svg:last-of-type").cloneNode(true));
    court.append(copy);
    pressed.copy = copy;
    if (!picked()) hint(button);
  }

  document.addEventListener("pointermove", (e) => {
    if (!pressed || e.pointerId !== pressed.id || !pressed.button.matches(".grip, .on")) return;
    if (!pressed.drags && Math.hypot(e.clientX - pressed.x, e.clientY - pressed.y) < DRIFT) return;
    if (!pressed.drags) lift();
    const edge = court.getBoundingClientRect();
    sheet.replaceSync(`.held { translate: calc(${e.clientX - edge.left}px - 50%) calc(${e.clientY - edge.top}px - 60%); }`);
  });

  function release(e) {
    if (!pressed || e.pointerId !== pressed.id) return;
    const { button, drags, held, copy, timer } = pressed;
    pressed = null;
    clearTimeout(timer);
    copy?.remove();
    if (!drags && !held) return;
    quiet = true;
    clear();
    if (drags && e.type === "pointerup") drop(button, fieldOf(document.elementFromPoint(e.clientX, e.clientY)));
  }
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);

  // A drop presses the button that a second press would, or one that says the same.
  function drop(button, td) {
    const from = fieldOf(button).id, to = td?.id;
    if (!to || to === from) return;
    const hidden = document.getElementById("drop-here");
    const verb = button.dataset.drop, goal = td.querySelector("button.to");
    if (button.matches(".on") && goal) hidden.value = goal.value;
    else if (verb) hidden.value = verb === "flag" ? `flag ${to}` : `swap ${from} ${to}`;
    else if (goals(button).some((goal) => goal.replace(/\W/, "") === to)) hidden.value = `${from}-${to}`;
    else return;
    hidden.click();
  }

  document.addEventListener("click", (e) => {
    if (!quiet || !e.detail || !court?.contains(e.target)) return; // a key's click has no detail
    e.preventDefault();
    e.stopPropagation();
  }, true);
  document.addEventListener("contextmenu", (e) => {
    if (pressed?.held || pressed?.drags) e.preventDefault();
  });
  document.addEventListener("dragstart", (e) => { if (court?.contains(e.target)) e.preventDefault(); });

  function start() {
    court = document.getElementById("court");
    table = court?.querySelector("table");
    cursor = null;
    if (!table) return;
    clear();
    table.setAttribute("role", "grid");
    for (const b of table.querySelectorAll("button")) b.tabIndex = -1;
    if (row >= 0) point(row, column);
    else point(...place(picked() ?? table.querySelector("button") ?? field(10, 0)));
    if (within) cursor.focus({ preventScroll: true });
    within = false;
    const typed = document.getElementById("typed");
    if (typed) typed.value = typed.defaultValue; // a morph leaves there what was typed and is done
  }

  document.addEventListener("htmx:before:swap", () => { within = Boolean(court?.contains(document.activeElement)); });
  document.addEventListener("htmx:after:swap", start);
  start();
  if (table && !location.hash && !scrollY) field(10, 0).scrollIntoView({ block: "nearest" }); // one's own ground, on a low screen
})();
