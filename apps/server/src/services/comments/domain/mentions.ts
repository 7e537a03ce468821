/** A person who can be mentioned. */
export interface Mentionable {
  userId: string;
  name: string;
  email: string;
}

/** A mentioned person, as written in the text. */
export interface Mention {
  userId: string;
  writtenAs: string;
}

/** Maximum number of mentions per comment; further ones are plain text. */
export const maxMentions = 20;

const codeBlock = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const wordPart = /[\p{L}\p{N}_]/u;

/** Blanks code in a Markdown text: an `@` in it is no mention. Positions stay unchanged. */
const withoutCode = (text: string): string => text.replace(codeBlock, (code) => ' '.repeat(code.length));

/** The positions where a name may start: after each `@` that isn't preceded by a word. */
function* placesOf(text: string): Generator<number> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1))
    if (at === 0 || !wordPart.test(text[at - 1] ?? '')) yield at + 1;
}

/** mentionedWords returns the distinct first words after each `@` of a text, in lower case: used to look people up. */
export function mentionedWords(text: string): string[] {
  const plain = withoutCode(text);
  const words = [...placesOf(plain)].map((at) => /^[^\s@,;:!?()[\]{}<>"]*/.exec(plain.slice(at, at + 320))?.[0] ?? '');
  return [...new Set(words.map((word) => word.toLowerCase()).filter(Boolean))].slice(0, maxMentions);
}

/**
 * findMentions finds the people that a text mentions as `@Name` or `@e-mail`, ignoring case; the longest name wins. A
 * name shared by several people, or used by none, is no mention.
 */
export function findMentions(text: string, people: readonly Mentionable[]): Mention[] {
  const plain = withoutCode(text);
  const byWords = new Map<string, string | null>();
  for (const { userId, name, email } of people) {
    for (const words of new Set([name.toLowerCase(), email.toLowerCase()])) {
      const other = byWords.get(words);
      if (words) byWords.set(words, other === undefined || other === userId ? userId : null);
    }
  }
  const longestFirst = [...byWords].sort(([one], [other]) => other.length - one.length);
  const found = new Map<string, Mention>();
  for (const at of placesOf(plain)) {
    const hit = longestFirst.find(([words]) => {
      const end = at + words.length;
      return plain.slice(at, end).toLowerCase() === words && !wordPart.test(plain[end] ?? '');
    });
    const userId = hit?.[1];
    if (!hit || !userId) continue;
    const writtenAs = plain.slice(at, at + hit[0].length);
    found.set(`${userId} ${writtenAs}`, { userId, writtenAs });
  }
  return [...found.values()].slice(0, maxMentions);
}
