// What a player is told besides what the page shows: by a screen reader; and by sounds, and notices for those who look
// elsewhere, which are both off until the player asks for them.
import { $ } from "./cards.js";

const wants = { sounds: false, notices: false };
let audio;

// tone plays a note of some hertz, from some seconds on.
function tone(hertz, from) {
  const at = audio.currentTime + from;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  const note = audio.createOscillator();
  note.frequency.value = hertz;
  note.connect(gain).connect(audio.destination);
  note.start(at);
  note.stop(at + 0.4);
}

const melodies = { turn: [659, 880], end: [523, 659, 784], alarm: [220, 208, 196] };

// sound plays what belongs to an event: turn, end or alarm.
export function sound(event) {
  if (wants.sounds) melodies[event].forEach((hertz, i) => tone(hertz, i * 0.15));
}

// notify tells a player whose tab is hidden.
export function notify(text) {
  if (wants.notices && document.hidden) new Notification("Square Deal card room", { body: text, tag: "turn" });
}

// say has a screen reader say something.
export function say(text) {
  $("spoken").textContent = text;
}

function press(id, on) {
  wants[id] = on;
  $(id).setAttribute("aria-pressed", String(on));
}

$("sounds").addEventListener("click", () => {
  audio ??= new AudioContext();
  audio.resume();
  press("sounds", !wants.sounds);
  sound("turn");
});

$("notices").hidden = !("Notification" in window);
$("notices").addEventListener("click", async () => {
  const allowed = wants.notices || (await Notification.requestPermission()) === "granted";
  press("notices", allowed && !wants.notices);
  if (!allowed) $("notices").textContent = "Notices are blocked";
});
