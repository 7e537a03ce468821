/** One command of a shell text, its words unquoted. */
export interface ShellCommand {
  words: string[];
  /** Text that a here-document, a here-string or a plain `echo` gives to the command. */
  stdin?: string;
  /** Variables set before the command or on a line of their own. */
  assignments: { name: string; value: string }[];
  notes: string[];
}

export type ShellDialect = 'bash' | 'cmd' | 'powershell';

export const newCommand = (): ShellCommand => ({ words: [], assignments: [], notes: [] });

/** dialectOf tells the shell by its way to continue a line and to escape a quote. */
export function dialectOf(text: string): ShellDialect {
  const sign = /([\\^`])[ \t]*\r?\n/.exec(text)?.[1];
  if (sign !== undefined) return sign === '\\' ? 'bash' : sign === '^' ? 'cmd' : 'powershell';
  if (/\s\^"/.test(text) && !/\s\$?'/.test(text)) return 'cmd';
  return /\$env:\w/i.test(text) ? 'powershell' : 'bash';
}
