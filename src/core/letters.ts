/**
 * Letters that hide: they take no room, turn the order of those beside them, or pile up over them.
 * Wherever an agent's text is shown, these functions name them.
 */

/** Letters as they are, or the name of one that hides, such as `U+202E`. */
export type Part = string | { hidden: string };

/** Returns the letters of a text as they are, and the names of those that hide. */
export function partsOf(text: string): Part[] {
  if (!HIDES.test(text)) return [text];
  const parts: Part[] = [];
  let taken = 0;
  let end = 0;
  let marks = 0;
  for (const { 0: found, 1: emoji, 2: pile, index } of text.matchAll(SPOTS)) {
    if (emoji || index > end) marks = 0;
    end = index + found.length;
    if (emoji) continue;
    const letters = [...found];
    const stay = pile ? Math.max(0, MOST_MARKS - marks) : Number(isJoint(text, index, marks));
    if (pile) marks += letters.length;
    if (letters.length <= stay) continue;
    parts.push(text.slice(taken, index) + letters.slice(0, stay).join(''));
    for (const letter of letters.slice(stay)) parts.push({ hidden: nameOf(letter) });
    taken = end;
  }
  parts.push(text.slice(taken));
  return parts.filter((part) => part !== '');
}

/** The most names that a view sets off; if there are more, they are in brackets within the text. */
const MOST_PARTS = 1000;

/** Returns the parts of a text for a view that makes an element of each name: never too many. */
export function partsForView(text: string): Part[] {
  const parts = partsOf(text);
  return parts.length > MOST_PARTS ? [visible(text)] : parts;
}

/** Returns a text for a view that draws it in parts: with names in brackets if they would be too many elements. */
export const fewHidden = (text: string): string =>
  partsOf(text).length > MOST_PARTS ? visible(text) : text;

/** Returns the text with `[U+202E]` where a letter hides. Doing it again changes nothing. */
export const visible = (text: string): string =>
  HIDES.test(text)
    ? partsOf(text)
        .map((part) => (typeof part === 'string' ? part : `[${part.hidden}]`))
        .join('')
    : text;

/** Returns a text on one line, no longer than that: the length of a title. Letters that hide are named. */
export function cut(text: string, longest = LONGEST_TITLE): string {
  // A long text is read no further than it is shown, but blanks may be many.
  for (let read = 8 * longest; ; read *= 2) {
    const all = [...visible(text.slice(0, read)).replace(/\s+/g, ' ').trim()];
    if (read < text.length && all.length <= 2 * longest) continue;
    return all.length > longest ? `${all.slice(0, longest - 1).join('')}…` : all.join('');
  }
}

/** In letters. */
export const LONGEST_TITLE = 200;

/**
 * Returns a name with `[U+0009]` for each letter that would end its line or leave a gap in it. Other
 * letters that hide are named where it is shown, as in any text.
 */
export const nameOnOneLine = (name: string): string =>
  name.replace(/[\t\n\r]/g, (letter) => `[${codeOf(letter)}]`);

/** Returns whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => !SEEN.test(text);

/** Returns whether a text has letters of a script that is written from right to left. */
export const turnsAround = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Returns the look of a text: two that look alike have the same. */
export const lookOf = (text: string): string =>
  composed(
    partsOf(composed(text).replace(BLANKS, ' '))
      .filter((part) => typeof part === 'string')
      .join(''),
  )
    .replace(BLANKS, ' ')
    .trim();

/** Returns those whose text looks like that of another one. */
export function alikeIn<One>(all: readonly One[], textOf: (one: One) => string): One[] {
  const looks = Map.groupBy(all, (one) => lookOf(textOf(one)));
  return [...looks.values()].filter(({ length }) => length > 1).flat();
}

/** Returns a text to compare by: the same in either case, and however its letters are composed. */
export const folded = (text: string): string => composed(text.toLowerCase());

/** Composes letters, but no piles of marks: those would take time with the square of their height. */
const composed = (text: string): string =>
  text
    .split(HIGH_PILE)
    .map((part, at) => (at % 2 === 1 ? part : part.normalize('NFC')))
    .join('');
const HIGH_PILE = /(\p{M}{65,})/u;

/** On one letter. No script needs more, and a higher pile covers other lines. */
const MOST_MARKS = 6;

/** Controls, what a program may ignore, halves of characters, and signs that are blank but no space. */
const HIDDEN = [
  String.raw`[\p{Cc}--[\t\n\r]]\p{Default_Ignorable_Code_Point}\p{Cs}\u2028\u2029`,
  String.raw`\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{13441}\u{13442}\u{1d159}`,
].join('');
/** A carriage return may end a line together with a line feed. */
const RUN = String.raw`(?:[${HIDDEN}]|\r(?!\n))+`;
const PILE = String.raw`[\p{M}--[${HIDDEN}]]`;

const HIDES = new RegExp(`${RUN}|${PILE}{${MOST_MARKS + 1}}`, 'v');
const SPOTS = new RegExp(String.raw`(\p{RGI_Emoji})|(${PILE}+)|${RUN}`, 'gv');
const SEEN = new RegExp(String.raw`[^\p{White_Space}\p{M}${HIDDEN}]`, 'v');
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const BLANKS = /\p{White_Space}+/gv;

const nameOf = (letter: string): string => (letter === '\r' ? 'CR' : codeOf(letter));
const codeOf = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** How far a letter with its marks extends, in units of UTF-16. */
const REACH = 2 * (1 + MOST_MARKS);

/**
 * Returns whether a joiner is where a script needs it: behind a virama or, for one that keeps letters
 * apart, between two that would join (RFC 5892, appendices A.1 and A.2).
 */
function isJoint(text: string, at: number, marks: number): boolean {
  const joiner = text[at];
  if ((joiner !== '\u200c' && joiner !== '\u200d') || marks > MOST_MARKS) return false;
  const before = text.slice(Math.max(0, at - REACH), at);
  if (marks > 0 && isVirama([...before].at(-1) ?? '')) return true;
  if (joiner === '\u200d' || !JOINS_ON.test(before)) return false;
  const [, after = null] = JOINED.exec(text.slice(at + 1, at + 1 + REACH)) ?? [];
  return after !== null && marks + [...after].length <= MOST_MARKS;
}

/** The order of a normal form gives the combining class away: a virama's, 9, is between 8 and 10. */
const isVirama = (mark: string) => swaps(mark, '\u3099') && swaps('\u05b0', mark);
const swaps = (one: string, other: string) =>
  one !== other && `${one}${other}`.normalize('NFD') === `${other}${one}`;

// Joining types of Unicode 18, from DerivedJoiningType.txt: D on both sides, L to the next letter
// alone, R to the one before alone.
const BOTH = [
  String.raw`\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f`,
  String.raw`\u0678-\u0687\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff`,
  String.raw`\u0712-\u0714\u071a-\u071d\u071f-\u0727\u0729\u072b\u072d\u072e\u074e-\u0758`,
  String.raw`\u075c-\u076a\u076d-\u0770\u0772\u0775-\u0777\u077a-\u077f\u07ca-\u07ea\u0841-\u0845`,
  String.raw`\u0848\u084a-\u0853\u0855\u0860\u0862-\u0865\u0868\u0886\u0889-\u088d\u088f`,
  String.raw`\u08a0-\u08a9\u08af\u08b0\u08b3-\u08b8\u08ba-\u08c8\u1807\u1820-\u1878\u1887-\u18a8`,
  String.raw`\u18aa\ua840-\ua871\u{10ac0}-\u{10ac4}\u{10ad3}-\u{10ad6}\u{10ad8}-\u{10adc}`,
  String.raw`\u{10ade}-\u{10ae0}\u{10aeb}-\u{10aee}\u{10b80}\u{10b82}\u{10b86}-\u{10b88}`,
  String.raw`\u{10b8a}\u{10b8b}\u{10b8d}\u{10b90}\u{10bad}\u{10bae}\u{10d01}-\u{10d21}\u{10d23}`,
  String.raw`\u{10ec3}\u{10ec4}\u{10ec6}\u{10ec7}\u{10f30}-\u{10f32}\u{10f34}-\u{10f44}`,
  String.raw`\u{10f51}-\u{10f53}\u{10f70}-\u{10f73}\u{10f76}-\u{10f81}\u{10fb0}\u{10fb2}\u{10fb3}`,
  String.raw`\u{10fb8}\u{10fbb}\u{10fbc}\u{10fbe}\u{10fbf}\u{10fc1}\u{10fc4}\u{10fca}`,
  String.raw`\u{1e900}-\u{1e943}`,
].join('');
const NEXT = [String.raw`\ua872\u{10acd}\u{10ad7}\u{10d00}\u{10ed9}-\u{10eee}\u{10fcb}`].join('');
const LAST = [
  String.raw`\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699`,
  String.raw`\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719`,
  String.raw`\u071e\u0728\u072a\u072c\u072f\u074d\u0759-\u075b\u076b\u076c\u0771\u0773\u0774`,
  String.raw`\u0778\u0779\u0840\u0846\u0847\u0849\u0854\u0856-\u0858\u0867\u0869\u086a`,
  String.raw`\u0870-\u0882\u088e\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9\u{10ac5}\u{10ac7}`,
  String.raw`\u{10ac9}\u{10aca}\u{10ace}-\u{10ad2}\u{10add}\u{10ae1}\u{10ae4}\u{10aef}\u{10b81}`,
  String.raw`\u{10b83}-\u{10b85}\u{10b89}\u{10b8c}\u{10b8e}\u{10b8f}\u{10b91}\u{10ba9}-\u{10bac}`,
  String.raw`\u{10d22}\u{10ec2}\u{10f33}\u{10f54}\u{10f74}\u{10f75}\u{10fb4}-\u{10fb6}`,
  String.raw`\u{10fb9}\u{10fba}\u{10fbd}\u{10fc2}\u{10fc3}\u{10fc9}`,
].join('');
const THROUGH = String.raw`[[\p{Mn}\p{Me}]--[${HIDDEN}]]`;
const JOINS_ON = new RegExp(`[${BOTH}${NEXT}]${THROUGH}*$`, 'v');
const JOINED = new RegExp(`^(${THROUGH}*)[${BOTH}${LAST}]`, 'v');
