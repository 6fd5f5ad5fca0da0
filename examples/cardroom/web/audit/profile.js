// What the players of a record say of themselves: as package profile has it.
import { ed25519 } from "@noble/curves/ed25519.js";

const label = new TextEncoder().encode("squaredeal/examples/cardroom/v1 profile\0");
const version = 1;
const pictures = 12;
const maxName = 24; // code points

// Where the parts of an encoding begin, after its version.
const [pictureAt, keyAt, signatureAt, nameAt] = [1, 2, 34, 98];

const alone = [
  "Latin", "Cyrillic", "Greek", "Armenian", "Georgian",
  "Hebrew", "Arabic", "Devanagari", "Bengali", "Gujarati",
  "Gurmukhi", "Kannada", "Malayalam", "Tamil", "Telugu",
  "Sinhala", "Thai", "Lao", "Khmer", "Myanmar",
  "Tibetan", "Ethiopic",
];

// The scripts that a name may be in: one of them, or all that Japanese, Chinese and Korean mix.
const scripts = [...alone.map((name) => [name]), ["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul"]];

const forms = scripts.map((names) => {
  const own = names.map((name) => `\\p{Script=${name}}`).join("");
  const letter = `(?=\\p{L})[${own}${names.length > 1 ? "ー" : ""}]`;
  const mark = `(?=\\p{M})[${own}\\p{Script=Inherited}]`;
  const character = `(?:${letter}|[-0-9 .'’_])(?:${mark}){0,2}`;
  return new RegExp(`^(?!.*\\p{Default_Ignorable_Code_Point})(?=\\p{L})(?=[${own}])(?:${character})+$`, "u");
});

// isName reports whether seats can have a name. One that looks like the number of a seat passes: the number stands beside it.
function isName(name) {
  const length = [...name].length;
  const spaced = name.trim() === name && !name.includes("  ");
  return length > 0 && length <= maxName && spaced && name.normalize("NFKC") === name && forms.some((form) => form.test(name));
}

function concat(...all) {
  const bytes = new Uint8Array(all.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

// nameOf is the name that a seat's key has said at a table, whose offer has a digest; undefined if it has said none that is its own.
export function nameOf(about, digest, seat) {
  if (!(about?.length >= nameAt) || about[0] !== version || about[pictureAt] >= pictures) return undefined;
  const [picture, text] = [about.subarray(pictureAt, keyAt), about.subarray(nameAt)];
  const [key, signature] = [about.subarray(keyAt, signatureAt), about.subarray(signatureAt, nameAt)];
  try {
    if (!ed25519.verify(signature, concat(label, digest, seat, picture, text), key, { zip215: false })) return undefined;
    const name = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
    return isName(name) ? name : undefined;
  } catch {
    return undefined; // no point, or no text
  }
}
