/** A command of a shell text, with its words unquoted. */
export interface ShellCommand {
  words: string[];
  /** Standard input from a here-document, a here-string or a plain `echo`. */
  stdin?: string;
  /** Variables set before the command or on a line of their own. */
  assignments: { name: string; value: string }[];
  notes: string[];
}

export type ShellDialect = 'bash' | 'cmd' | 'powershell';

export const newCommand = (): ShellCommand => ({ words: [], assignments: [], notes: [] });

/** dialectOf detects the shell by its line continuations and quote escapes. */
export function dialectOf(text: string): ShellDialect {
  const sign = /([\\^`])[ \t]*\r?\n/.exec(text)?.[1];
  if (sign !== undefined) return sign === '\\' ? 'bash' : sign === '^' ? 'cmd' : 'powershell';
  if (/\s\^"/.test(text) && !/\s\$?'/.test(text)) return 'cmd';
  return /\$env:\w/i.test(text) ? 'powershell' : 'bash';
}
