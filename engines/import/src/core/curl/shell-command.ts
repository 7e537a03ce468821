import { usesWebRequests } from './web-request-text.ts';

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

/** beginsWithCurl returns whether a text behind a pipe sign is a curl command, which reads what is piped into it. */
export const beginsWithCurl = (text: string): boolean =>
  /^(?:\s|[\\^`]\n|[A-Za-z_]\w*=\S*\s|sudo\s)*curl(?:\.exe)?\s/i.test(text);

/** dialectOf detects the shell by its line continuations and quote escapes. */
export function dialectOf(text: string): ShellDialect {
  if (usesWebRequests(text)) return 'powershell';
  const sign = /([\\^`])[ \t]*\r?\n/.exec(text)?.[1];
  if (sign !== undefined) return sign === '\\' ? 'bash' : sign === '^' ? 'cmd' : 'powershell';
  const hasSingleQuotes = /\s\$?'/.test(text);
  // Only the Windows command prompt writes a quote inside quotes as two.
  if (/\s\^"/.test(text) || /\s"[^"]*[{[,:]""\w/.test(text)) return hasSingleQuotes ? 'bash' : 'cmd';
  // The extension is needed in Windows PowerShell, where `curl` is another command; cmd.exe has no single quotes.
  return /\$env:\w/i.test(text) || (hasSingleQuotes && /(?:^|\s)curl\.exe\s/i.test(text)) ? 'powershell' : 'bash';
}
