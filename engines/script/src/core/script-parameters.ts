const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

/** Words that can't be parameter names, including strict mode's. */
const reserved: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super switch ' +
    'this throw true try typeof var void while with yield'
  ).split(' '),
);

/**
 * parametersOf returns the parameter names of a script with inputs: first the one for all of them, then the inputs
 * whose names are valid.
 */
export function parametersOf(inputs: Readonly<Record<string, unknown>>): string[] {
  const own = Object.keys(inputs).filter((name) => isIdentifier(name) && !reserved.has(name) && name !== 'inputs');
  return ['inputs', ...own];
}
