// The map of the Game of War: pan, zoom, overview, arrow keys. Without this file it scrolls and can be pressed.
(() => {
  "use strict";
  const ROWS = 20, COLUMNS = 25, LARGEST = 72, DRIFT = 10;
  const sheet = new CSSStyleSheet(); // a morph leaves it alone
  document.adoptedStyleSheets.push(sheet);

  let box = null; // the map's scrolling box
  let view = {}; // z: size of a square, if zoomed; x, y: the middle of what is seen; r, c: the cursor
  let cursor = null, dragged = false, within = false, left, top;

  const key = () => `salle:map:${box.dataset.match}`;
  const head = () => box.querySelector("th").offsetHeight;
  const size = () => square(0, 0).getBoundingClientRect().width;
  const clamp = (low, n, high) => Math.max(low, Math.min(n, high));
  const place = (element, td = element.closest("td")) => [td.parentNode.rowIndex - 1, td.cellIndex - 1];
  const square = (r, c) => box.querySelector("table").rows[r + 1].cells[c + 1];

  // Zoom and place
  function setSize(z) {
    const fit = Math.min((box.clientWidth - head()) / COLUMNS, (box.clientHeight - head()) / ROWS);
    view.z = clamp(fit, z, LARGEST);
    sheet.replaceSync(`.map { --z: ${view.z}px; }`);
  }

  // What lies under the point (px, py) of the box stays there.
  function zoom(z, px = box.clientWidth / 2, py = box.clientHeight / 2) {
    const h = head(), before = size();
    const x = (box.scrollLeft + px - h) / before, y = (box.scrollTop + py - h) / before;
    setSize(z);
    box.scrollTo(x * view.z + h - px, y * view.z + h - py);
    seen();
  }

  function centre(x, y) {
    const h = head(), z = size();
    box.scrollTo(x * z - (box.clientWidth - h) / 2, y * z - (box.clientHeight - h) / 2);
  }

  function seen() {
    const h = head(), z = size();
    view.x = (box.scrollLeft + (box.clientWidth - h) / 2) / z;
    view.y = (box.scrollTop + (box.clientHeight - h) / 2) / z;
    try { sessionStorage.setItem(key(), JSON.stringify(view)); } catch { /* no storage */ }
    overview();
  }

  function recall() {
    try { view = JSON.parse(sessionStorage.getItem(key())) ?? {}; } catch { view = {}; }
    if (view.z) setSize(view.z);
    if (view.x) return centre(view.x, view.y);
    if (!gather(box.querySelector(".on") ? ".on" : "td button")) centre(COLUMNS / 2, side() === "n" ? 6 : 14); // one's own half
  }

  const side = () => document.querySelector(".war.as-n") ? "n" : "s";

  // The middle of what a selector finds comes to the middle; false if it finds nothing.
  function gather(selector) {
    const cells = [...box.querySelectorAll(selector)].map((b) => place(b));
    const mean = (i) => cells.reduce((sum, at) => sum + at[i], .5 * cells.length) / cells.length;
    if (cells.length) centre(mean(1), mean(0));
    return cells.length > 0;
  }

  // Overview
  function overview() {
    const canvas = document.querySelector("#over canvas"), pen = canvas.getContext("2d"), k = canvas.width / COLUMNS, style = getComputedStyle(box);
    const ink = (name) => style.getPropertyValue(name);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.lineWidth = 2;
    for (const td of box.querySelectorAll("td[class]")) {
      const kind = td.classList[0], [y, x] = place(td).map((n) => n * k);
      pen.fillStyle = pen.strokeStyle = ink(kind === "m" ? "--rock" : `--l${kind.at(-1)}`);
      pen.beginPath();
      if (kind.endsWith("n")) pen.arc(x + k / 2, y + k / 2, k / 2 - .5, 0, 7);
      else pen.rect(x, y, k, k);
      if (kind[0] === "d") pen.stroke(); else pen.fill();
    }
    const f = k / size(), h = head();
    pen.strokeStyle = ink("--ink");
    pen.strokeRect(box.scrollLeft * f + 1, box.scrollTop * f + 1, (box.clientWidth - h) * f - 2, (box.clientHeight - h) * f - 2);
  }

  // Hands
  // One finger scrolls the box by itself.
  function tie() {
    let pinch; // distance, middle and size of a square, when two fingers touched
    const spread = ({ touches: [a, b] }) => {
      const edge = box.getBoundingClientRect();
      return [Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), (a.clientX + b.clientX) / 2 - edge.left, (a.clientY + b.clientY) / 2 - edge.top];
    };
    box.addEventListener("touchstart", (e) => { pinch = e.touches.length === 2 && [...spread(e), size()]; }, { passive: true });
    box.addEventListener("touchmove", (e) => {
      if (!pinch || e.touches.length !== 2) return;
      if (e.cancelable) e.preventDefault();
      const [d, x, y] = spread(e);
      box.scrollBy(pinch[1] - x, pinch[2] - y);
      zoom(pinch[3] * d / pinch[0], x, y);
      pinch.splice(1, 2, x, y);
    }, { passive: false });
    box.addEventListener("wheel", (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      const edge = box.getBoundingClientRect();
      zoom(size() * Math.exp(-e.deltaY / 300), e.clientX - edge.left, e.clientY - edge.top);
    }, { passive: false });
    box.addEventListener("pointerdown", (e) => {
      if (e.pointerType !== "mouse" || e.button || e.offsetX > box.clientWidth && e.target === box) return;
      const x = box.scrollLeft + e.clientX, y = box.scrollTop + e.clientY, held = e.target.closest("button") ?? box;
      dragged = false;
      held.setPointerCapture(e.pointerId); // drifting over its edge is no matter
      const move = (m) => {
        dragged ||= Math.hypot(m.clientX - e.clientX, m.clientY - e.clientY) > DRIFT;
        if (dragged) box.scrollTo(x - m.clientX, y - m.clientY);
      };
      held.addEventListener("pointermove", move);
      held.addEventListener("lostpointercapture", () => {
        held.removeEventListener("pointermove", move);
        setTimeout(() => { dragged = false; });
      }, { once: true });
    });
    box.addEventListener("click", (e) => {
      if (!dragged && e.detail < 2) return; // the second of a double tap never acts
      e.preventDefault();
      e.stopPropagation();
    }, true);
    box.addEventListener("scroll", seen, { passive: true });
    box.addEventListener("focusin", (e) => {
      if (e.target.closest("td")) point(...place(e.target));
    });
  }

  document.addEventListener("click", (e) => {
    const button = box && e.target.closest("[data-zoom]");
    if (button) {
      e.preventDefault();
      zoom(size() * (button.dataset.zoom === "in" ? 1.35 : 1 / 1.35));
    } else if (box && e.target.closest("#over") && e.detail) {
      const edge = document.getElementById("over").getBoundingClientRect();
      centre((e.clientX - edge.left) / edge.width * COLUMNS, (e.clientY - edge.top) / edge.height * ROWS);
    }
  });

  // Keys
  // One square is the tab stop; arrow keys move it, N goes on to the next that offers something.
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -COLUMNS], End: [0, COLUMNS] };

  function point(r, c) {
    if (cursor) cursor.tabIndex = -1;
    view.r = clamp(0, r, ROWS - 1);
    view.c = clamp(0, c, COLUMNS - 1);
    const td = square(view.r, view.c);
    cursor = td.querySelector("button") ?? td;
    cursor.tabIndex = 0;
  }

  function go(r, c) {
    point(r, c);
    cursor.focus({ preventScroll: true });
    cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || !box?.contains(e.target)) return;
    const step = STEPS[e.key];
    if (step) go(view.r + step[0], view.c + step[1]);
    else if (e.key === "n") {
      const all = [...box.querySelectorAll("td button")];
      const next = all.find((b) => cursor.compareDocumentPosition(b) & 4) ?? all[0]; // 4: it follows
      if (next) go(...place(next));
    } else if (!(e.key === "Enter" || e.key === " ") || e.target.closest("button")) return;
    e.preventDefault(); // Enter on a square that offers nothing does nothing
  }, true);

  // Swaps
  const CALM = 700; // milliseconds
  const narrow = matchMedia("(max-width: 59.99em)"); // the map stands above the desk
  let shown = {}, calm = 0; // until when nothing is sent

  // The ply that the page is about, and where the army stands that it would commit.
  const asked = () => ({
    ply: parseInt(document.querySelector("#look [name=ply]")?.value ?? "-1"),
    army: document.getElementById("ready")?.form.elements.do.value.match(/[A-T]\d+/g) ?? [],
  });

  // A new ply is looked at from its first line, and another army from its middle; a pick or a move leaves all where it is.
  function follow(before) {
    shown = asked();
    const anew = shown.ply !== before.ply, first = before.ply < 2 && shown.ply >= 2; // two plies settle who begins
    if (first || shown.army.filter((at) => !before.army.includes(at)).length > 1) gather(`td.${side()}`);
    if (!anew) return;
    calm = Date.now() + CALM;
    if (narrow.matches) document.getElementById("notice")?.scrollIntoView({ block: "start" });
  }

  // The second of a double press was meant for the turn that the first has ended.
  document.addEventListener("click", (e) => {
    if (Date.now() >= calm || !e.target.closest("#end, #strike, #ready")) return;
    e.preventDefault();
    e.stopImmediatePropagation();
  }, true);

  function start() {
    const before = box;
    box = document.getElementById("map");
    if (!box) return;
    if (box !== before) { tie(); recall(); } else box.scrollTo(left, top);
    box.tabIndex = -1;
    box.querySelector("table").setAttribute("role", "grid");
    for (const b of box.querySelectorAll("td button")) b.tabIndex = -1;
    if (view.r >= 0) point(view.r, view.c); else point(...place(box.querySelector(".on") ?? box.querySelector("td button") ?? square(0, 0)));
    if (within) cursor.focus({ preventScroll: true });
    within = false;
    document.getElementById("over").hidden = false;
    const typed = document.getElementById("typed");
    if (typed) typed.value = typed.defaultValue; // a morph leaves there what was typed and is done
    if (box === before) follow(shown); else shown = asked();
    overview();
  }

  document.addEventListener("htmx:before:swap", () => {
    within = box?.contains(document.activeElement);
    ({ scrollLeft: left, scrollTop: top } = box ?? {});
  });
  document.addEventListener("htmx:after:swap", start);
  start();
})();
