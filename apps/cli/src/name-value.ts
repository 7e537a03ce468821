import type { KeyValue } from '@touchstone/engine-http';
import { CliError } from './cli-error.ts';

/** parseHeader parses `Name: value`. */
export function parseHeader(text: string): KeyValue {
  const match = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.*?)\s*$/.exec(text);
  if (!match) throw new CliError(`--header "${text}" is not a header. Write it like --header "Accept-Language: en".`);
  return { key: match[1] ?? '', value: match[2] ?? '' };
}

/** parseVariables parses `name=value` pairs; the last one with a name wins. */
export function parseVariables(texts: string[], option: '--var' | '--secret'): Record<string, string> {
  return Object.fromEntries(
    texts.map((text): [string, string] => {
      const cut = text.indexOf('=');
      const name = text.slice(0, cut).trim();
      if (cut < 1 || !/^[A-Za-z_][\w.-]*$/.test(name))
        throw new CliError(
          `${option} ${option === '--secret' ? '' : `"${text}" `}is not a pair. Write it like ${option} name=value.`,
        );
      return [name, text.slice(cut + 1)];
    }),
  );
}
