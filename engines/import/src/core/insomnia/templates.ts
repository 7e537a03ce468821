import type { ProblemList } from '../problems.ts';

/** Tags equivalent to one of the engine's dynamic values. */
const tags: [RegExp, string][] = [
  [/^uuid\b/, '{{$guid}}'],
  [/^now\s+['"]iso-8601['"]/, '{{$isoTimestamp}}'],
  [/^now\s+['"]unix['"]/, '{{$timestamp}}'],
  [/^now\s*$/, '{{$isoTimestamp}}'],
  [/^timestamp\b/, '{{$timestamp}}'],
];

/** convertTemplates converts Insomnia's (Nunjucks) templates to `{{name}}`; unsupported ones stay and are reported. */
export function convertTemplates(text: string, place: string, problems: ProblemList): string {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  return text.replace(
    /\{\{-?([^{}]*?)-?\}\}|\{%-?\s*((?:[^%]|%(?!\}))*?)\s*-?%\}/g,
    (whole, expression?: string, tag?: string) => {
      if (tag !== undefined) {
        const known = tags.find(([pattern]) => pattern.test(tag));
        if (known === undefined)
          problems.add(place, `The template tag ${whole.slice(0, 80)} is not supported. Replace it by a variable.`);
        return known?.[1] ?? whole;
      }
      const name = variableName((expression ?? '').trim());
      if (name === undefined)
        problems.add(place, `The expression ${whole.slice(0, 80)} is not supported. Replace it by a variable.`);
      return name === undefined ? whole : `{{${name}}}`;
    },
  );
}

/** `_.user.name` and `_['user'].name` are both the variable `user.name`. */
function variableName(expression: string): string | undefined {
  if (expression === '_') return undefined;
  if (/^[A-Za-z_$][\w$-]*$/.test(expression)) return expression;
  let rest = /^_[.[]/.test(expression) ? expression.slice(1) : expression;
  let name = '';
  while (rest !== '') {
    const match = /^(?:\.?([A-Za-z_$][\w$-]*)|\[\s*(?:'([^'{}]*)'|"([^"{}]*)"|(\d+))\s*\])/.exec(rest);
    if (match === null) return undefined;
    const [whole, plain, single, double, index] = match;
    if (index !== undefined) name += `[${index}]`;
    else name += `${name === '' ? '' : '.'}${plain ?? single ?? double}`;
    rest = rest.slice(whole.length);
  }
  return name === '' ? undefined : name;
}
