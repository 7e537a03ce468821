/** What reports show in place of a secret. */
export const mask = '••••••';

/**
 * resolvedText gives a text as it was sent, where the secrets in it are the variables that they came from. `template` is the text as it is
 * written in the script. Where the two do not fit together, a text with a secret stays as it is written.
 */
export function resolvedText(template: string, sent: string): string {
  if (!sent.includes(mask)) return sent;
  const values = valuesIn(template, sent);
  return values?.map(({ text, variable }) => (text.includes(mask) ? variable : text)).join('') ?? template;
}

/** A part of a text; `variable` is how the script writes it. Variables side by side are one part, since nothing tells where one ends. */
interface Part {
  text: string;
  variable: string;
}

/** Finds the fixed parts of a template one after another; what lies between is the value of a variable. */
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
