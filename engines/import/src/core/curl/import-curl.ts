import type { ImportedCollection } from '../imported-collection.ts';
import type { FileOptions } from '../named-files.ts';
import { type CollectionDraft, importSafely } from '../step-parts.ts';
import { applyOption } from './apply-options.ts';
import { readBash } from './bash-words.ts';
import { stepsOf } from './curl-steps.ts';
import { type CurlOption, readOptions } from './options.ts';
import { newDraft } from './request-draft.ts';
import { dialectOf, type ShellCommand, type ShellDialect } from './shell-command.ts';
import { usesWebRequests, withoutPowerShellValues } from './web-request-text.ts';
import { webRequestOf } from './web-requests.ts';
import { readCmd, readPowerShell } from './windows-words.ts';

const readers: Record<ShellDialect, (text: string) => ShellCommand[]> = {
  bash: readBash,
  cmd: readCmd,
  powershell: readPowerShell,
};

/**
 * importCurl imports one or several curl commands written for bash, the Windows command prompt or PowerShell, and
 * PowerShell's own web requests. Nothing is run and only `files` are read; references to any other file are reported.
 * Shell variables become `{{NAME}}`. It never throws.
 */
export function importCurl(text: string, options: FileOptions = {}): ImportedCollection {
  const read = (draft: CollectionDraft) => {
    const plain = withPlainSigns(text.replace(/^\uFEFF/, '').replace(/^[ \t]*```.*$/gm, ''), draft);
    const commands = readers[dialectOf(plain)](usesWebRequests(plain) ? withoutPowerShellValues(plain) : plain);
    let count = 0;
    for (const command of commands) {
      for (const { name, value } of command.assignments)
        draft.addVariable({ name, value, isSecret: false }, 'variables');
      const given = webRequestOf(command.words) ?? curlOptions(command.words);
      if (given === undefined) {
        if (command.words.length > 0)
          draft.problems.add(command.words.join(' ').slice(0, 60), 'The command is not curl and was left out.');
        continue;
      }
      count += 1;
      readCommand(given, command, `command ${count}`, draft);
    }
    if (count === 0) draft.problems.add('document', 'The text has no curl command. It should begin with "curl".');
  };
  return importSafely('Imported commands', read, options);
}

/** Word processors replace quotes and dashes; a text with plain quotes means the others literally. */
function withPlainSigns(text: string, { problems }: CollectionDraft): string {
  if (/["']/.test(text) || !/(?:^|\s)[“‘„–—]/.test(text)) return text;
  problems.add('document', 'The typographic quotes and dashes of the text were read as plain ones.');
  return text
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/(?<=^|\s)–(?=\S)/g, '-')
    .replace(/(?<=^|\s)—(?=\S)/g, '--');
}

const prefixes = new Set([
  '$',
  '>',
  '%',
  '#',
  'PS>',
  'sudo',
  'time',
  'env',
  'command',
  'exec',
  'winpty',
  'noglob',
  'nohup',
  'then',
  'do',
  'if',
  '!',
  '{',
  '(',
  '&',
  '@',
]);

interface Given {
  options: CurlOption[];
  unknown: string[];
  notes?: string[];
}

/** The options of a curl command; undefined for any other one. */
function curlOptions(words: readonly string[]): Given | undefined {
  const at = words.findIndex((word) => !prefixes.has(word) && !/^[A-Za-z_]\w*=/.test(word));
  const name = (words[at] ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/^[($]+/, '');
  return name !== undefined && /^curl(?:\.exe)?$/i.test(name) ? readOptions(words.slice(at + 1)) : undefined;
}

function readCommand(given: Given, command: ShellCommand, place: string, collection: CollectionDraft): void {
  const note = (reason: string) => collection.problems.add(place, reason);
  const { options, unknown, notes = [] } = given;
  for (const reason of [...command.notes, ...notes]) note(reason);
  for (const name of unknown) note(`The option ${name.slice(0, 40)} is not known and was left out.`);
  const context = { draft: newDraft(), stdin: command.stdin, files: collection.files, note };
  let isFirst = true;
  for (const option of options) {
    if (option.name === 'next') {
      addSteps();
      context.draft = newDraft();
      isFirst = false;
    } else applyOption(option, context);
  }
  addSteps();

  function addSteps(): void {
    if (context.draft.urls.length === 0) {
      if (isFirst || options.at(-1)?.name !== 'next') note('The command has no address and was left out.');
      return;
    }
    for (const step of stepsOf(context.draft, note, collection.files)) collection.addStep(step);
  }
}
