import { decodePunycode, punycodeLength } from './punycode.ts';

/** RFC 3987 §2.2. */
const ucschar =
  '\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}\\u{70000}-\\u{7FFFD}\\u{80000}-\\u{8FFFD}\\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{CFFFD}\\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}';
const iprivate = '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}';
const international = new RegExp(`[${ucschar}]`, 'gu');
const privateUse = new RegExp(`[${iprivate}]`, 'gu');

/** uriOfIri converts an IRI to the corresponding URI (RFC 3987 §3.1), as far as their grammars differ. */
export function uriOfIri(text: string): string {
  const encoded = text.replace(international, '%C3%A9');
  // Private use characters are only allowed in queries.
  return encoded.replace(/\?[^#]*/, (query) => query.replace(privateUse, '%C3%A9'));
}

const variableName = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*';
const variable = `${variableName}(?::[1-9]\\d{0,3}|\\*)?`;
/** RFC 6570 §2, with the apostrophe of erratum 6937. */
const uriTemplate = new RegExp(
  `^(?:[!#$&'()*+,\\-./0-9:;=?@A-Z[\\]_a-z~${ucschar}${iprivate}]|%[0-9A-Fa-f]{2}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`,
  'u',
);
export const isUriTemplate = (text: string): boolean => uriTemplate.test(text);

/** Exceptions to the rules based on character properties (RFC 5892 §2.6). */
const allowed = new Set('ßς་〇۽۾');
const disallowed = new Set('\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b');
const letterOrDigit = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]$/u;
const ignorable = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/u;
const viramas =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]$/u;

/** Characters that are valid only next to certain others (RFC 5892, appendix A). */
const contextual: Record<string, (before: string, after: string, label: string) => boolean> = {
  '\u00b7': (before, after) => before.endsWith('l') && after.startsWith('l'),
  '\u0375': (_before, after) => /^\p{Script=Greek}/u.test(after),
  '\u05f3': (before) => /\p{Script=Hebrew}$/u.test(before),
  '\u05f4': (before) => /\p{Script=Hebrew}$/u.test(before),
  '\u30fb': (_before, _after, label) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label),
  '\u200d': (before) => viramas.test(before),
  '\u200c': (before, after) =>
    viramas.test(before) ||
    (/[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]\p{Mn}*$/u.test(before) &&
      /^\p{Mn}*[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u.test(after)),
};

function isValidCharacter(char: string, at: number, chars: readonly string[]): boolean {
  if (/^[a-z0-9-]$/.test(char) || allowed.has(char)) return true;
  if (Object.hasOwn(contextual, char))
    return contextual[char]!(chars.slice(0, at).join(''), chars.slice(at + 1).join(''), chars.join(''));
  if (disallowed.has(char) || ignorable.test(char) || !letterOrDigit.test(char)) return false;
  return char.normalize('NFKC').toLowerCase().normalize('NFKC') === char;
}

/** A label with non-ASCII characters (RFC 5891 §4.2). */
function isUnicodeLabel(label: string): boolean {
  const chars = [...label];
  if (chars.length > 63 || label !== label.normalize('NFC') || /^\p{M}/u.test(label)) return false;
  if (/^-|-$|^..--/u.test(label)) return false;
  if (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) return false;
  return chars.every(isValidCharacter) && punycodeLength(label) + 4 <= 63;
}

function isLabel(label: string): boolean {
  if (!/^[\u0000-\u007f]*$/.test(label)) return isUnicodeLabel(label);
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) return false;
  if (label.slice(2, 4) !== '--') return true;
  const decoded = /^xn--/i.test(label) ? decodePunycode(label.slice(4).toLowerCase()) : undefined;
  return decoded !== undefined && !/^[\u0000-\u007f]*$/.test(decoded) && isUnicodeLabel(decoded);
}

/**
 * isIdnHostname returns whether a text is a host name by IDNA 2008 (RFC 5890 to 5892); four kinds of full stops
 * separate its labels.
 */
export function isIdnHostname(text: string): boolean {
  const labels = text.split(/[.。．｡]/);
  const length = labels.reduce(
    (sum, label) => sum + 1 + (/^[\u0000-\u007f]*$/.test(label) ? label.length : punycodeLength(label) + 4),
    -1,
  );
  return text.length <= 1000 && length <= 253 && labels.every(isLabel);
}
