import { type importFormats, type RepositoryStep, stepsSchema } from '@touchstone/contracts/test-repository';
import { fromJson, type KeywordFunction, readText, type Step } from '@touchstone/engine-keyword/core';

/** A form that scripts are read from. */
export type ImportFormat = Exclude<(typeof importFormats)[number], 'auto'>;

/** What of a text was not understood; `line` counts from 1, null: the text as a whole. */
export interface Unread {
  line: number | null;
  message: string;
}
/** What was read from a text. */
export interface ReadDocument {
  format: ImportFormat;
  /** As the text names the script. */
  name: string | undefined;
  steps: RepositoryStep[];
  /** Functions that it brings along. */
  functions: KeywordFunction[];
  unread: Unread[];
}
type Read = Omit<ReadDocument, 'format' | 'steps'> & { steps: readonly Step[] };
type Context = { functions: readonly KeywordFunction[] };

const whole = (message: string): Unread => ({ line: null, message });

const readers: Record<ImportFormat, (text: string, context: Context) => Read> = {
  json(text) {
    const read = fromJson(text);
    if ('problems' in read) return { name: undefined, steps: [], functions: [], unread: read.problems.map(whole) };
    return { ...read.script, unread: [] };
  },
  text(text, context) {
    const { steps, problems } = readText(text, { functions: context.functions });
    return { name: undefined, steps, functions: [], unread: problems };
  },
};

/** readScript reads steps from a text; what is not understood is told by line. */
export function readScript(text: string, wanted: ImportFormat | 'auto', context: Context): ReadDocument {
  const format = wanted === 'auto' ? formatOf(text) : wanted;
  const { steps, ...read } = readers[format](text, context);
  const bounded = stepsSchema.safeParse(steps);
  if (bounded.success) return { format, ...read, steps: bounded.data };
  const unread = bounded.error.issues.slice(0, 20).map(({ path, message }) => whole(`${path.join('.')}: ${message}`));
  return { format, ...read, steps: [], unread: [...read.unread, ...unread] };
}

/** formatOf tells by its look what form a text has. */
export const formatOf = (text: string): ImportFormat => (/^\s*\{/.test(text) ? 'json' : 'text');

/** scriptName makes of the name that a text gives one that scripts may have. */
export function scriptName(given: string | undefined): string {
  const plain = (given ?? '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_\- ]+/g, ' ')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 255)
    .trim();
  return plain || 'Imported script';
}
