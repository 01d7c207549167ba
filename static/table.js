// Shortens what the page can already do: keys press buttons that are there, a new turn is played phase by phase,
// the rules open over the table. Everything is found by data- attributes; without this file nothing is lost.
(() => {
  "use strict";

  // --- A turn in motion -------------------------------------------------------------------------------------------
  // A section.turn carries data-match, data-ply and data-phases. A ply is played once per browser tab.
  let playing = { ply: "", until: 0, timers: [] };

  const beat = (turn) => parseFloat(getComputedStyle(turn).getPropertyValue("--beat")) || 900;

  function playedBefore(turn) {
    const key = `salle:played:${turn.dataset.match}`;
    try {
      const before = sessionStorage.getItem(key) === turn.dataset.ply;
      sessionStorage.setItem(key, turn.dataset.ply);
      return before;
    } catch {
      return false;
    }
  }

  function stop() {
    playing.timers.forEach(clearTimeout);
    playing = { ply: "", until: 0, timers: [] };
  }

  function play(turn) {
    stop();
    turn.classList.remove("play");
    void turn.offsetWidth; // without a layout in between, the animations of the last turn would run on
    turn.classList.add("play");
    const length = beat(turn);
    const phases = Number(turn.dataset.phases) || 1;
    const total = (phases + 1) * length;
    playing = { ply: turn.dataset.ply, until: Date.now() + total, timers: [] };
    for (const mark of turn.querySelectorAll("[data-sound]")) {
      const phase = mark.dataset.phase === "end" ? phases : Number(mark.dataset.phase) - 1;
      const at = (phase + Number(mark.dataset.at ?? .55)) * length;
      playing.timers.push(setTimeout(sound, at, mark.dataset.sound));
    }
    playing.timers.push(setTimeout(() => turn.classList.remove("play"), total + 50));
  }

  function sound(name) {
    document.dispatchEvent(new CustomEvent("salle:sound", { detail: name }));
  }

  function showTurn() {
    for (const button of document.querySelectorAll("[data-replay]")) button.hidden = false;
    const turn = document.querySelector(".turn[data-ply]");
    if (!turn) return stop();
    // A morph in mid-turn took the class away; put back before the next frame, the animation never notices.
    if (turn.dataset.ply === playing.ply && Date.now() < playing.until) return turn.classList.add("play");
    if (!playedBefore(turn)) play(turn);
  }

  document.addEventListener("click", (event) => {
    const turn = event.target.closest("[data-replay]") && document.querySelector(".turn[data-ply]");
    if (turn) play(turn);
  });

  // --- Keys -------------------------------------------------------------------------------------------------------
  // A control says with data-key which keys press it: "1", "Enter Space", "Backspace Escape", "m", "?".
  const byCode = { Space: "Space", NumpadEnter: "Enter", KeyM: "m" };
  const NATIVE = "a[href], button, summary, input, select, textarea, [contenteditable]";
  const TYPING = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]";
  // Since when a request, or htmx's own start, is under way; 0 if none. htmx marks what it has taken in hand.
  let busy = typeof htmx === "object" && !document.querySelector("[data-htmx-powered]") ? Date.now() : 0;
  const waiting = [];

  function keyOf(event) {
    if (event.key === "?") return "?";
    const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code);
    if (digit && !event.shiftKey) return digit[1];
    return byCode[event.code] ?? event.key;
  }

  const control = (key) => document.querySelector(`[data-key~="${CSS.escape(key)}"]:not(:disabled)`);

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest(TYPING)) return;
    const key = keyOf(event);
    const menu = key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
      return event.preventDefault();
    }
    // A control in focus takes Enter and Space itself, but for an action that a click left in focus and that the full list
    // has no room for: then they confirm.
    const native = event.target.closest(NATIVE);
    const idle = native?.matches(".act[aria-disabled]") && control(key);
    if ((key === "Enter" || key === "Space") && native && !idle) return;
    const target = control(key);
    if (!target && !((busy || waiting.length) && /^([1-8]|Enter|Space|Backspace|Escape)$/.test(key))) return;
    event.preventDefault();
    press(key);
  });

  // Each button carries the list made so far, so a key typed while an answer is under way waits for it, behind those
  // that wait already. Sound and rules ask for nothing and need not wait.
  function press(key) {
    if (key === "m" || key === "?") return control(key)?.click();
    waiting.push(key);
    if (!busy || Date.now() - busy > 10000) pressWaiting();
  }

  function pressWaiting() {
    busy = 0;
    while (waiting.length && !busy) control(waiting.shift())?.click();
  }

  if (busy) document.addEventListener("htmx:after:process", pressWaiting, { once: true }); // htmx has started
  document.addEventListener("htmx:before:request", () => { busy = Date.now(); });
  document.addEventListener("htmx:finally:request", () => {
    busy = 0;
    setTimeout(() => { if (!busy) pressWaiting(); }); // htmx takes no other request before this event is over
  });

  // --- A machine that thinks ----------------------------------------------------------------------------------------
  // A form says with data-thinking what the notice, which is read aloud, says while its answer takes its time.
  let thought = 0;
  document.addEventListener("htmx:before:request", (event) => {
    const words = event.target.closest?.("[data-thinking]")?.dataset.thinking;
    const say = words && document.querySelector("#notice span");
    if (say) thought = setTimeout(() => { say.textContent = words; }, 250);
  });
  document.addEventListener("htmx:finally:request", () => clearTimeout(thought));

  // --- A page that nobody sees ---------------------------------------------------------------------------------------
  // It asks for nothing, so that its player is told elsewhere; once it is seen again, it asks at once.
  const asksForNews = (event) => String(event.detail.ctx?.request.action).includes("since=");
  document.addEventListener("htmx:before:request", (event) => {
    if (document.hidden && asksForNews(event)) event.preventDefault();
  });

  // --- Swaps ------------------------------------------------------------------------------------------------------
  let focused = "";
  document.addEventListener("htmx:before:swap", () => { focused = document.activeElement?.id ?? ""; });
  document.addEventListener("htmx:after:swap", () => {
    if (focused && document.activeElement === document.body) {
      const same = document.getElementById(focused);
      (same && !same.disabled ? same : document.getElementById("table"))?.focus({ preventScroll: true });
    }
    showTurn();
  });

  // No answer came, or none in ten seconds: whether the form arrived is not known, and only the server can tell.
  let doubts = 0;
  function doubt() {
    const notice = document.getElementById("notice");
    const words = notice?.querySelector("span");
    if (!words) return;
    const look = document.createElement("a");
    look.href = location.pathname;
    look.textContent = document.body.dataset.look;
    notice.classList.add("refused");
    words.replaceChildren(`${document.body.dataset.unsure} `, look);
  }

  document.addEventListener("htmx:before:request", (event) => {
    if (asksForNews(event)) return; // it will ask again
    clearTimeout(doubts);
    doubts = setTimeout(doubt, 10000);
  });
  document.addEventListener("htmx:finally:request", (event) => { if (!asksForNews(event)) clearTimeout(doubts); });
  document.addEventListener("htmx:error", (event) => { if (!asksForNews(event)) doubt(); });

  // --- The menu ---------------------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const menu = document.querySelector("details.menu[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });

  // The frame's forms lead back to where the visitor is now, half-filled list and all.
  document.addEventListener("submit", (event) => {
    const to = event.target.elements.namedItem("to");
    if (to?.value.split("?")[0] === location.pathname) to.value = location.pathname + location.search;
  }, true);

  // --- Rules ------------------------------------------------------------------------------------------------------
  // A link with data-dialog opens the dialog of that id instead, if the page has it.
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    const link = event.target.closest("a[data-dialog]");
    const dialog = link && document.getElementById(link.dataset.dialog);
    if (!dialog?.showModal) return;
    event.preventDefault();
    dialog.showModal();
    dialog.querySelector("h2")?.focus(); // not the button that closes: Enter and Space belong to the table
  });

  // --- Links to give away -------------------------------------------------------------------------------------------
  // A button with data-copy copies the field of that id, and says so in the words of the field's data-copied.
  function showCopies() {
    if (!navigator.clipboard) return; // as over plain http: the field can be selected by hand
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    const field = button && document.getElementById(button.dataset.copy);
    if (!field) return;
    await navigator.clipboard.writeText(field.value);
    button.textContent = field.dataset.copied;
  });

  // The field of the time zone proposes that of the browser, as long as nobody has chosen another.
  const zone = document.querySelector("[data-zone]");
  if (zone?.value === "UTC") zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

  showCopies();
  document.addEventListener("htmx:after:swap", showCopies);

  // The browser may bring back a page as it was left; the match has gone on.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  showTurn();
})();
