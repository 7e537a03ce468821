/** A mention being typed: the position of its `@`, and the text after it up to the caret. */
export interface OpenMention {
  at: number;
  term: string;
}

const wordPart = /[\p{L}\p{N}_]/u;
/** Names have at most three words here; anything longer is text. */
const term = /^[\p{L}\p{N}_.@'’-]*(?: [\p{L}\p{N}_.'’-]+){0,2}$/u;
const longest = 60;

/** mentionAt finds the mention being typed at the caret; undefined if there is none. */
export function mentionAt(text: string, caret: number): OpenMention | undefined {
  const before = text.slice(Math.max(0, caret - longest), caret);
  // An e-mail address contains an `@`, so only one that starts a word counts.
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

/** fits returns whether a person's name or e-mail contains the typed text. */
export const matches = ({ name, email }: Person, written: string): boolean => {
  const wanted = written.trim().toLowerCase();
  return [name, email].some((text) => text.toLowerCase().includes(wanted));
};

/** wordsOf returns the text of a mention: the person's name, or their e-mail if another person has the same name. */
export const wordsOf = (person: Person, offered: readonly Person[]): string => {
  const isShared = offered.filter(({ name }) => name.toLowerCase() === person.name.toLowerCase()).length > 1;
  return isShared || !person.name ? person.email : person.name;
};

/** insertMention completes the mention being typed; returns the text and the new caret position. */
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
