import type { NamedFiles } from '../named-files.ts';
import { messageOf } from '../step-parts.ts';
import type { RequestDraft } from './request-draft.ts';

/** The context in which a command's options are applied. */
export interface OptionContext {
  draft: RequestDraft;
  /** The text read by `-` and `@-`. */
  stdin: string | undefined;
  /** Files available to the command. */
  files: NamedFiles | undefined;
  note: (reason: string) => void;
}

/** The text of a file named by an option; undefined, with a note of the reason, if it can't be read. */
export function readNamed(path: string, { files, note }: Pick<OptionContext, 'files' | 'note'>): string | undefined {
  if (files === undefined || path === '-') return undefined;
  try {
    return files.read(path);
  } catch (error) {
    note(`The file ${path} cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}
