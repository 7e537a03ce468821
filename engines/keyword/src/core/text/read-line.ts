import { catalogue, findKeyword } from '../catalogue.ts';
import type { Keyword } from '../keyword.ts';
import { evidenceChoices, type Locator, newStep, type Step, stepLimits, type Target } from '../step.ts';
import { readLocatorAt } from './locator-text.ts';

/** LineError explains what is wrong with a line of the text. */
export class LineError extends Error {}

const byLength = [...catalogue].sort((a, b) => b.title.length - a.title.length);
const quotedText = /"(?:[^"\\]|\\.)*"/y;
const argument = /(\w+)=("(?:[^"\\]|\\.)*"|[\w.-]+)/y;
const setting = /^(off|continue|retry|retries (\d{1,2})|timeout (\d{1,7})|evidence (\w+))$/;

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new LineError(`The text ${text.slice(0, 80)} is not written correctly. Use \\" and \\\\ within it.`);
  }
}

function keywordOf(line: string): Keyword {
  const lower = line.toLowerCase();
  const found = byLength.find(
    ({ title }) => lower.startsWith(title.toLowerCase()) && /^(\s|$)/.test(line.slice(title.length)),
  );
  if (found) return found;
  const [first = ''] = line.split(/\s/);
  const like = byLength.filter(({ title }) => title.toLowerCase().startsWith(first.toLowerCase())).slice(0, 3);
  const hint = like.length > 0 ? ` Perhaps you mean ${like.map(({ title }) => title).join(', ')}.` : '';
  throw new LineError(`No keyword begins this line.${hint}`);
}

/** Reads one line from left to right. */
class LineReader {
  readonly #line: string;
  #at: number;

  constructor(line: string, at: number) {
    this.#line = line;
    this.#at = at;
    this.#blanks();
  }

  get next(): string {
    return this.#line.charAt(this.#at);
  }
  get rest(): string {
    return this.#line.slice(this.#at);
  }

  #blanks(): void {
    while (/\s/.test(this.next)) this.#at += 1;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#line);
    if (match) {
      this.#at = pattern.lastIndex;
      this.#blanks();
    }
    return match;
  }

  skip(text: string): boolean {
    if (!this.#line.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    this.#blanks();
    return true;
  }

  locator(): Locator | undefined {
    const read = readLocatorAt(this.#line, this.#at);
    if (!read) return undefined;
    this.#at = read.end;
    this.#blanks();
    return read.locator;
  }
}

function readTarget(reader: LineReader): Target | null {
  const name = reader.take(quotedText);
  if (!name) return null;
  const target: Target = { name: unquoted(name[0]), locators: [], frame: [] };
  if (!reader.skip('('))
    throw new LineError(`Say in brackets how "${target.name}" is found, such as (text="${target.name}").`);
  const locator = (): Locator => {
    const read = reader.locator();
    if (!read)
      throw new LineError(
        `This is no locator: ${reader.rest.slice(0, 60)}. Write one as role=button name="Save" or css="#save".`,
      );
    return read;
  };
  if (reader.next !== ')' && !reader.rest.startsWith('in '))
    do target.locators.push(locator());
    while (reader.skip('|'));
  while (reader.skip('in ')) target.frame.push(locator());
  if (!reader.skip(')')) throw new LineError(`A closing bracket is missing before: ${reader.rest.slice(0, 60)}`);
  return target;
}

function applySetting(step: Step, text: string): void {
  const [, whole, retries, timeout, evidence] = setting.exec(text) ?? [];
  const choice = evidenceChoices.find((known) => known === evidence);
  if (whole === 'off') step.isEnabled = false;
  else if (whole === 'continue' || whole === 'retry') step.onFailure = whole;
  else if (retries !== undefined && Number(retries) <= stepLimits.retries) step.retries = Number(retries);
  else if (timeout !== undefined && Number(timeout) > 0) step.timeoutMs = Number(timeout);
  else if (choice) step.evidence = choice;
  else
    throw new LineError(
      `There is no setting "${text}". Use off, continue, retry, retries 2, timeout 5000 or evidence always.`,
    );
}

function readSettings(reader: LineReader, step: Step): void {
  const settings = reader.take(/\[([^\]]*)\]/y);
  for (const text of settings?.[1]?.split(',') ?? []) applySetting(step, text.trim());
}

function readComment(reader: LineReader): string {
  const written = reader.rest.trim();
  return written.startsWith('"') ? unquoted(written) : written;
}

/** readLine reads one line as a step; throws a `LineError` if it isn't one. */
export function readLine(line: string, id: string): Step {
  if (line.startsWith('#')) return newStep(id, 'comment', { args: { text: line.slice(1).trim() } });
  const keyword = keywordOf(line);
  const step = newStep(id, keyword.id);
  const reader = new LineReader(line, keyword.title.length);
  step.target = readTarget(reader);
  for (let match = reader.take(argument); match; match = reader.take(argument)) {
    const [, name = '', written = ''] = match;
    if (!keyword.parameters.some((known) => known.name === name))
      throw new LineError(`${keyword.title} has no argument "${name}". It takes ${namesOf(keyword)}.`);
    step.args[name] = unquoted(written);
  }
  readSettings(reader, step);
  if (reader.skip('#')) step.comment = readComment(reader);
  else if (reader.rest !== '')
    throw new LineError(`Not understood: ${reader.rest.slice(0, 60)}. ${keyword.title} takes ${namesOf(keyword)}.`);
  if (findKeyword(step.keyword)?.holds) step.steps = [];
  return step;
}

function namesOf({ parameters, target }: Keyword): string {
  const names = parameters.map(({ name }) => `${name}=`);
  if (target !== 'none') names.unshift('an element as "name" (locator)');
  return names.length > 0 ? names.join(', ') : 'nothing more';
}
