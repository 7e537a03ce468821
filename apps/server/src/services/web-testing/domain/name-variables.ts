import type { RepositoryStep } from '@touchstone/contracts/test-repository';

/** Shorter values match texts by chance. */
const minCharacters = 4;

/** The values of variables, and which of them are secret. */
export interface KnownValues {
  variables: Readonly<Record<string, string>>;
  secrets: readonly string[];
}

/**
 * nameVariables replaces what a recorded step took from variables with their names: typed secrets, and the start of an
 * address. So a script contains no password that the project stores as a secret, and runs elsewhere with another
 * address.
 */
export function nameVariables(step: RepositoryStep, { variables, secrets }: KnownValues): RepositoryStep {
  if (step.keyword === 'setText') {
    const value = step.args.value ?? '';
    const name = secrets.includes(value) ? nameOf(variables, value) : undefined;
    return name === undefined ? step : { ...step, args: { ...step.args, value: `{{${name}}}` } };
  }
  const url = step.args.url;
  if ((step.keyword !== 'openUrl' && step.keyword !== 'newTab') || url === undefined) return step;
  const [name, value] =
    Object.entries(variables)
      .filter(([, base]) => /^https?:\/\/./.test(base) && isBelow(url, base))
      .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  if (name === undefined || value === undefined) return step;
  return { ...step, args: { ...step.args, url: `{{${name}}}${url.slice(value.length)}` } };
}

function nameOf(variables: Readonly<Record<string, string>>, value: string): string | undefined {
  if (value.length < minCharacters) return undefined;
  return Object.keys(variables).find((name) => variables[name] === value);
}

const isBelow = (url: string, base: string): boolean =>
  url.startsWith(base) && (base.endsWith('/') || url.length === base.length || /^[/?#]/.test(url.slice(base.length)));
