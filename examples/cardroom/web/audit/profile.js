// What the players of a record say of themselves: as package profile has it.
import { ed25519 } from "@noble/curves/ed25519.js";

const label = new TextEncoder().encode("squaredeal/examples/cardroom/v1 profile\0");
const [version, pictures, maxName] = [1, 12, 24];
const fixed = 2 + 32 + 64;

const scripts = [
  ...["Latin", "Cyrillic", "Greek", "Armenian", "Georgian", "Hebrew", "Arabic", "Devanagari", "Bengali", "Gujarati", "Gurmukhi",
    "Kannada", "Malayalam"],
  ...["Tamil", "Telugu", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan", "Ethiopic"],
].map((name) => [name]).concat([["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"]]);

const forms = scripts.map((names) => {
  const own = names.map((name) => `\\p{Script=${name}}`).join("");
  const letter = `(?=\\p{L})[${own}${names.length > 1 ? "ー" : ""}]`;
  const mark = `(?=\\p{M})[${own}\\p{Script=Inherited}]`;
  return new RegExp(`^(?!.*\\p{Default_Ignorable_Code_Point})(?=\\p{L})(?=[${own}])(?:(?:${letter}|[-0-9 .'’_])(?:${mark}){0,2})+$`, "u");
});

// isName reports whether seats can have a name. One that looks like the number of a seat passes: the number stands beside it.
function isName(name) {
  const length = [...name].length;
  const spaced = name.trim() === name && !name.includes("  ");
  return length > 0 && length <= maxName && spaced && name.normalize("NFKC") === name && forms.some((form) => form.test(name));
}

function concat(...all) {
  const bytes = new Uint8Array(all.reduce((n, part) => n + part.length, 0));
  all.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  return bytes;
}

// nameOf is the name that a seat's key has said at a table, whose offer has a digest; undefined if it has said none that is its own.
export function nameOf(about, digest, seat) {
  if (!(about?.length >= fixed) || about[0] !== version || about[1] >= pictures) return undefined;
  const [key, signature, text] = [about.subarray(2, 34), about.subarray(34, fixed), about.subarray(fixed)];
  try {
    if (!ed25519.verify(signature, concat(label, digest, seat, about.subarray(1, 2), text), key, { zip215: false })) return undefined;
    const name = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
    return isName(name) ? name : undefined;
  } catch {
    return undefined; // no point, or no text
  }
}
