import type { NamedFiles } from '../named-files.ts';
import { messageOf } from '../step-parts.ts';
import type { RequestDraft } from './request-draft.ts';

/** Where the options of one command are applied. */
export interface OptionContext {
  draft: RequestDraft;
  /** What `-` and `@-` read. */
  stdin: string | undefined;
  /** Files that the command may use. */
  files: NamedFiles | undefined;
  note: (reason: string) => void;
}

/** The text of a file that an option names; undefined, with the reason noted, where it is not to be had. */
export function readNamed(path: string, { files, note }: Pick<OptionContext, 'files' | 'note'>): string | undefined {
  if (files === undefined || path === '-') return undefined;
  try {
    return files.read(path);
  } catch (error) {
    note(`The file ${path} cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}
