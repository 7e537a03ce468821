/** A person who can be mentioned. */
export interface Mentionable {
  userId: string;
  name: string;
  email: string;
}

/** A person whom a text mentions, as it is written there. */
export interface Mention {
  userId: string;
  writtenAs: string;
}

/** Most people that a comment mentions; further ones are plain text. */
export const mostMentions = 20;

const codeBlock = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const wordPart = /[\p{L}\p{N}_]/u;

/** withoutCode blanks what is code in a Markdown text: an `@` in it mentions nobody. Places stay as they are. */
const withoutCode = (text: string): string => text.replace(codeBlock, (code) => ' '.repeat(code.length));

/** placesOf gives where a name may begin: after each `@` that no word precedes. */
function* placesOf(text: string): Generator<number> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1))
    if (at === 0 || !wordPart.test(text[at - 1] ?? '')) yield at + 1;
}

/** mentionedWords are the first words after each `@` of a text, in lower case, each once: what people are looked up by. */
export function mentionedWords(text: string): string[] {
  const plain = withoutCode(text);
  const words = [...placesOf(plain)].map((at) => /^[^\s@,;:!?()[\]{}<>"]*/.exec(plain.slice(at, at + 320))?.[0] ?? '');
  return [...new Set(words.map((word) => word.toLowerCase()).filter(Boolean))].slice(0, mostMentions);
}

/**
 * findMentions finds the people that a text mentions as `@Name` or `@e-mail`; case does not matter and the longest name wins. A name that
 * several people have mentions none of them, and neither does one that nobody has.
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
  return [...found.values()].slice(0, mostMentions);
}
