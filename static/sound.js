// Sounds of the hall, made of oscillators and noise. A page asks with the event "salle:sound" (detail: a name from
// `scores`); the button [data-sound-toggle] turns them off and on, and the choice is remembered.
(() => {
  "use strict";
  const KEY = "salle:sound";
  const button = document.querySelector("[data-sound-toggle]");
  let on = true;
  try { on = localStorage.getItem(KEY) !== "off"; } catch { /* storage is closed: sounds start on */ }
  let audio;

  // One note: kind, start and end frequency in hertz, delay and length in seconds, loudness 0..1.
  const scores = {
    step: [["noise", 500, 250, 0, .06, .12]],
    hit: [["noise", 1800, 300, 0, .16, .5], ["triangle", 190, 55, 0, .22, .6]],
    block: [["square", 880, 840, 0, .05, .12], ["triangle", 1320, 1290, 0, .28, .3], ["noise", 5200, 3000, 0, .06, .25]],
    counter: [["triangle", 660, 1320, 0, .1, .3], ["triangle", 1760, 1720, .1, .26, .3], ["noise", 4200, 1200, .08, .1, .3]],
    miss: [["noise", 2600, 700, 0, .18, .16]],
    star: [["sine", 1047, 1047, 0, .1, .25], ["sine", 1568, 1568, .08, .1, .25], ["sine", 2093, 2093, .16, .3, .25]],
    stardust: [["sine", 2400, 1500, 0, .3, .1], ["sine", 3100, 1900, .08, .34, .08], ["noise", 7000, 2600, 0, .4, .1]],
    penalty: [["square", 220, 208, 0, .12, .12], ["square", 165, 156, .14, .22, .12]],
    ko: [["noise", 900, 90, 0, .5, .5], ["triangle", 140, 36, 0, .6, .7]],
    win: [["triangle", 523, 523, 0, .16, .3], ["triangle", 659, 659, .14, .16, .3], ["triangle", 784, 784, .28, .16, .3], ["triangle", 1047, 1047, .42, .6, .34]],
    lose: [["triangle", 392, 392, 0, .2, .28], ["triangle", 330, 330, .2, .2, .28], ["triangle", 262, 246, .4, .7, .3]],
    draw: [["triangle", 440, 440, 0, .2, .25], ["triangle", 440, 440, .24, .5, .25]],
  };

  function hiss(seconds) {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    return source;
  }

  function note([kind, from, to, delay, length, loudness]) {
    const start = audio.currentTime + delay;
    const end = start + length;
    const volume = audio.createGain();
    volume.gain.setValueAtTime(loudness * .5, start);
    volume.gain.exponentialRampToValueAtTime(.0008, end);
    volume.connect(audio.destination);
    let source, pitch;
    if (kind === "noise") {
      source = hiss(length);
      const filter = audio.createBiquadFilter();
      filter.type = "bandpass";
      pitch = filter.frequency;
      source.connect(filter).connect(volume);
    } else {
      source = audio.createOscillator();
      source.type = kind;
      pitch = source.frequency;
      source.connect(volume);
    }
    pitch.setValueAtTime(from, start);
    pitch.exponentialRampToValueAtTime(to, end);
    source.start(start);
    source.stop(end);
  }

  // Browsers keep audio asleep until the first key or tap; from then on it is at hand, and sleeps again after a while in
  // which nobody did anything: a page may stay open for days.
  let nap;
  function wake() {
    if (!on || !window.AudioContext) return;
    audio ??= new AudioContext();
    clearTimeout(nap);
    nap = setTimeout(() => audio.suspend(), 15000);
    if (audio.state === "suspended") audio.resume();
  }
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake);

  document.addEventListener("salle:sound", ({ detail }) => {
    if (!on || !audio || !Object.hasOwn(scores, detail)) return;
    wake();
    audio.resume().then(() => scores[detail].forEach(note));
  });

  if (!button) return;
  const show = () => button.setAttribute("aria-pressed", String(on));
  button.addEventListener("click", () => {
    on = !on;
    try { localStorage.setItem(KEY, on ? "on" : "off"); } catch { /* remembered for this page only */ }
    show();
    wake();
  });
  show();
  button.hidden = false;
})();
