import type { ScriptInput } from '@touchstone/contracts/api-testing';

type Settings = ScriptInput['settings'];

/** withLimit sets an optional limit; an emptied field removes it. */
export function withLimit(
  settings: Settings,
  key: 'connectTimeoutMs' | 'responseTimeoutMs' | 'streamReadMs' | 'maxEvents',
  value: number | string,
): Settings {
  const { [key]: _before, ...rest } = settings;
  return value === '' ? rest : { ...rest, [key]: Number(value) };
}
