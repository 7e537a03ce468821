/** What reports show in place of a secret. */
export const mask = '••••••';

/**
 * resolvedText returns a text as it was sent, with its secrets as the variables they came from. `template` is the text
 * as written in the script. If the two don't match, a text with a secret stays as written.
 */
export function resolvedText(template: string, sent: string): string {
  if (!sent.includes(mask)) return sent;
  const values = valuesIn(template, sent);
  return values?.map(({ text, variable }) => (text.includes(mask) ? variable : text)).join('') ?? template;
}

/**
 * A part of a text; `variable` is how the script writes it. Adjacent variables are one part, since their boundary is
 * unknown.
 */
interface Part {
  text: string;
  variable: string;
}

/** Finds the fixed parts of a template in order; the text between them is a variable's value. */
function valuesIn(template: string, sent: string): Part[] | undefined {
  const [first = '', ...rest] = template.split(/((?:\{\{[^{}]*\}\})+)/);
  if (!sent.startsWith(first)) return undefined;
  const parts: Part[] = [{ text: first, variable: first }];
  let at = first.length;
  for (let index = 0; index < rest.length; index += 2) {
    const [variable = '', fixed = ''] = rest.slice(index, index + 2);
    const isLast = index + 2 >= rest.length;
    const end = isLast ? sent.length - fixed.length : fixed === '' ? at : sent.indexOf(fixed, at);
    if (end < at || !sent.startsWith(fixed, end)) return undefined;
    parts.push({ text: sent.slice(at, end), variable }, { text: fixed, variable: fixed });
    at = end + fixed.length;
  }
  return at === sent.length ? parts : undefined;
}
