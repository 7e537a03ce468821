/** A mention that is being written: where its `@` is, and what follows it up to the caret. */
export interface OpenMention {
  at: number;
  term: string;
}

const wordPart = /[\p{L}\p{N}_]/u;
/** Names have at most three words here; what is longer is text. */
const term = /^[\p{L}\p{N}_.@'’-]*(?: [\p{L}\p{N}_.'’-]+){0,2}$/u;
const longest = 60;

/** mentionAt finds the mention that is being written at the caret; undefined where none is. */
export function mentionAt(text: string, caret: number): OpenMention | undefined {
  const before = text.slice(Math.max(0, caret - longest), caret);
  // An e-mail address has an `@` of its own, so the one that begins a word counts.
  for (let at = before.lastIndexOf('@'); at >= 0; at = at === 0 ? -1 : before.lastIndexOf('@', at - 1)) {
    if (at > 0 && wordPart.test(before[at - 1] ?? '')) continue;
    const written = before.slice(at + 1);
    return term.test(written) ? { at: caret - before.length + at, term: written } : undefined;
  }
  return undefined;
}

/** A person who can be mentioned. */
interface Person {
  name: string;
  email: string;
}

/** fits tells whether name or e-mail of a person hold what is being written. */
export const fits = ({ name, email }: Person, written: string): boolean => {
  const wanted = written.trim().toLowerCase();
  return [name, email].some((text) => text.toLowerCase().includes(wanted));
};

/** wordsOf is how a person is mentioned: by name, or by e-mail where another one has the same name. */
export const wordsOf = (person: Person, offered: readonly Person[]): string => {
  const isShared = offered.filter(({ name }) => name.toLowerCase() === person.name.toLowerCase()).length > 1;
  return isShared || !person.name ? person.email : person.name;
};

/** insertMention writes a mention in place of the one that is being written; answers the text and where the caret is then. */
export function insertMention(
  text: string,
  { at, term: written }: OpenMention,
  words: string,
): { text: string; caret: number } {
  const rest = text.slice(at + 1 + written.length);
  const mention = `@${words}${rest.startsWith(' ') ? '' : ' '}`;
  const caret = at + mention.length + (rest.startsWith(' ') ? 1 : 0);
  return { text: `${text.slice(0, at)}${mention}${rest}`, caret };
}
