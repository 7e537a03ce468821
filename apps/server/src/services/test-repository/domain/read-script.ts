import { type importFormats, type RepositoryStep, stepsSchema } from '@touchstone/contracts/test-repository';
import {
  fromJson,
  ImportError,
  importScripts,
  type KeywordFunction,
  formatOf as knownFormatOf,
  readText,
  type ScriptFormat,
  type Step,
} from '@touchstone/engine-keyword/core';
import { withoutAccents } from '@touchstone/kernel';

/** A format that scripts are read from. */
export type ImportFormat = Exclude<(typeof importFormats)[number], 'auto'>;

/** Text that wasn't understood; `line` counts from 1, null: the text as a whole. */
export interface Unread {
  line: number | null;
  message: string;
}
/** A script that was read, with its name if the text has one. */
export interface ReadOne {
  name: string | undefined;
  steps: RepositoryStep[];
  unread: Unread[];
}
/** What was read from a text. */
export interface ReadDocument {
  format: ImportFormat;
  scripts: ReadOne[];
  /** Functions contained in it. */
  functions: KeywordFunction[];
}
interface Read {
  scripts: { name: string | undefined; steps: readonly Step[]; unread: Unread[] }[];
  functions: KeywordFunction[];
}
type Context = { functions: readonly KeywordFunction[] };

const whole = (message: string): Unread => ({ line: null, message });
const nothing = (messages: readonly string[]): Read => ({
  scripts: [{ name: undefined, steps: [], unread: messages.map(whole) }],
  functions: [],
});

/** Reads other tools' documents. */
const foreign =
  (format: ScriptFormat) =>
  (text: string): Read => {
    try {
      const found = importScripts(text, format);
      return {
        scripts: found.map(({ name, steps, problems }) => ({ name, steps, unread: problems })),
        functions: found.flatMap(({ functions = [] }) => functions),
      };
    } catch (error) {
      if (error instanceof ImportError) return nothing([error.message]);
      throw error;
    }
  };

const readers: Record<ImportFormat, (text: string, context: Context) => Read> = {
  json(text) {
    const read = fromJson(text);
    if ('problems' in read) return nothing(read.problems);
    const { name, steps, functions } = read.script;
    return { scripts: [{ name, steps, unread: [] }], functions };
  },
  text(text, context) {
    const { steps, problems } = readText(text, { functions: context.functions });
    return { scripts: [{ name: undefined, steps, unread: problems }], functions: [] };
  },
  playwright: foreign('playwright'),
  selenium: foreign('selenium'),
  devtools: foreign('recorder'),
  vbscript: foreign('vbscript'),
};

/** A text with scripts, and the functions that its steps may call. */
export interface GivenText extends Context {
  text: string;
  format: ImportFormat | 'auto';
}

/** readScripts reads scripts from a text; anything not understood is reported by line. */
export function readScripts({ text, format: wanted, ...context }: GivenText): ReadDocument {
  const format = wanted === 'auto' ? formatOf(text) : wanted;
  const { scripts, functions } = readers[format](text, context);
  return { format, functions, scripts: scripts.map(bounded) };
}

/** Drops steps beyond the limits of a script. */
function bounded({ name, steps, unread }: Read['scripts'][number]): ReadOne {
  const checked = stepsSchema.safeParse(steps);
  if (checked.success) return { name, steps: checked.data, unread };
  const faults = checked.error.issues.slice(0, 20).map(({ path, message }) => whole(`${path.join('.')}: ${message}`));
  return { name, steps: [], unread: [...unread, ...faults] };
}

/** formatOf detects the format of a text. */
export function formatOf(text: string): ImportFormat {
  if (/^\s*\{/.test(text)) {
    const format = knownFormatOf(text);
    return format === 'recorder' ? 'devtools' : format;
  }
  if (/\bawait\s+(?:page|expect)\b|from\s+['"]@playwright\/test['"]/.test(text)) return 'playwright';
  return knownFormatOf(text) === 'vbscript' ? 'vbscript' : 'text';
}

/** scriptName converts a name in a text to a valid script name. */
export function scriptName(given: string | undefined): string {
  const plain = withoutAccents(given ?? '')
    .replace(/[^A-Za-z0-9_\- ]+/g, ' ')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 255)
    .trim();
  return plain || 'Imported script';
}
