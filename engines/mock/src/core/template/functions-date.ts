import { addUnits, parseDateTime, truncateDate } from '../match/date/date-time.ts';
import type { TemplateFunction } from './evaluate-template.ts';
import { formatDate } from './format-date.ts';
import { plainOf, textOf } from './values.ts';

function shifted(ms: number, offset: unknown): number {
  const found = /^\s*([+-]?\d+)\s+([a-z]+)\s*$/i.exec(textOf(offset));
  return found ? (addUnits(ms, Number(found[1]), found[2]!) ?? ms) : ms;
}

const msOf = (value: unknown): number | undefined => {
  const plain = plainOf(value);
  if (plain instanceof Date) return plain.getTime();
  return typeof plain === 'string' ? parseDateTime(plain)?.ms : typeof plain === 'number' ? plain : undefined;
};

/** dateFunctions return and format dates: `{{now offset='3 days' format='yyyy-MM-dd'}}`. */
export const dateFunctions: Record<string, TemplateFunction> = {
  now: (_, { hash, tools }) => formatDate(shifted(tools.now().getTime(), hash.offset), hash.format, hash.timezone),
  date: ([value], { hash, tools }) => {
    const ms = value === undefined ? tools.now().getTime() : msOf(value);
    if (ms === undefined) throw new Error(`“${textOf(value)}” is not a date.`);
    return formatDate(shifted(ms, hash.offset), hash.format, hash.timezone);
  },
  dateFormat: ([value, format], { hash }) => {
    const ms = msOf(value);
    return ms === undefined ? '' : formatDate(ms, format ?? hash.format, hash.tz ?? hash.timezone);
  },
  parseDate: ([value], { hash }) => {
    const format = hash.format === undefined ? undefined : textOf(hash.format);
    const found = parseDateTime(textOf(value), format);
    if (found === undefined)
      throw new Error(`“${textOf(value)}” is not a date${format ? ` of the format ${format}` : ''}.`);
    return new Date(found.ms);
  },
  truncateDate: ([value, truncation]) => {
    const ms = msOf(value);
    const cut = ms === undefined ? undefined : truncateDate(ms, textOf(truncation));
    if (cut === undefined) throw new Error(`“${textOf(truncation)}” is not a truncation, or the value is not a date.`);
    return new Date(cut);
  },
};
