import { variableNamePattern } from '@touchstone/contracts/workspaces';
import { parseCsv } from '@touchstone/engine-data/core';

/** A variable in a file. */
export interface ReadVariable {
  name: string;
  value: string;
}
/** The variables of a file, or why it can't be read. */
export type ReadVariables = { variables: ReadVariable[] } | { reason: string };

const most = 1000;
const maxCharacters = 65_536;

/**
 * readVariables reads a file of variables: CSV with the columns name and value, or lines NAME=value with # for
 * comments.
 */
export function readVariables(text: string): ReadVariables {
  const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const isTable = /^"?name"?\s*[,;\t|]/i.test(first);
  const found = isTable ? fromTable(text) : fromLines(text);
  return 'reason' in found ? found : checked(found.variables);
}

function fromTable(text: string): ReadVariables {
  try {
    const [header = [], ...records] = parseCsv(text, { maxRecords: most + 1 });
    const columns = header.map((name) => name.trim().toLowerCase());
    const [name, value] = [columns.indexOf('name'), columns.indexOf('value')];
    if (value < 0) return { reason: 'The header has no column named value.' };
    return { variables: records.map((record) => ({ name: record[name]?.trim() ?? '', value: record[value] ?? '' })) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'It is no CSV.' };
  }
}

function fromLines(text: string): ReadVariables {
  const variables: ReadVariable[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const at = line.indexOf('=');
    if (at < 0) return { reason: `Line ${index + 1} is not NAME=value.` };
    variables.push({ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() });
  }
  return { variables };
}

function checked(variables: ReadVariable[]): ReadVariables {
  if (variables.length === 0) return { reason: 'It has no variables.' };
  if (variables.length > most) return { reason: `It has more than ${most} variables.` };
  const wrong = variables.find(({ name }) => name.length > 255 || !variableNamePattern.test(name));
  if (wrong) return { reason: `“${wrong.name.slice(0, 50)}” is no name of a variable.` };
  const long = variables.find(({ value }) => value.length > maxCharacters);
  if (long) return { reason: `The value of ${long.name} has more than ${maxCharacters} characters.` };
  return { variables: [...new Map(variables.map((one) => [one.name, one])).values()] };
}
