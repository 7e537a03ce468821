import type { FormField } from '@touchstone/engine-http/core';
import { fileParts } from '../named-files.ts';
import { type OptionContext, readNamed } from './option-files.ts';

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) || path;

/**
 * addForm applies one `-F`: `name=content`, `name=@file`, `name=<file`, with `;type=`, `;filename=`, `;headers=` and
 * quoted parts.
 */
export function addForm(written: string, context: Pick<OptionContext, 'note' | 'stdin' | 'files'>): FormField[] {
  const { note } = context;
  const equals = written.indexOf('=');
  if (equals === -1) {
    note(`The form field ${written.slice(0, 80)} has no equals sign and was left out.`);
    return [];
  }
  const key = written.slice(0, equals);
  const rest = written.slice(equals + 1);
  if (/^[@<]/.test(rest)) return filesOf(key, rest, context);
  const { text, options } = pieceOf(rest);
  return [{ key, value: text, kind: 'text', ...common(options, key, note) }];
}

function filesOf(
  key: string,
  rest: string,
  { note, stdin, files }: Pick<OptionContext, 'note' | 'stdin' | 'files'>,
): FormField[] {
  const isContent = rest.startsWith('<');
  return listed(rest.slice(1)).map((written): FormField => {
    const { text: path, options } = pieceOf(written);
    const shared = common(options, key, note);
    if (path === '-' && stdin !== undefined) return { key, value: stdin, kind: 'text', ...shared };
    if (isContent) {
      const value = readNamed(path, { files, note });
      if (value === undefined)
        note(`The content of the form field ${key} is read from the file ${baseName(path)}. Enter it by hand.`);
      return { key, value: value ?? '', kind: 'text', ...shared };
    }
    const file = fileParts(path, path === '-' ? undefined : files);
    if (file.fileId === undefined) note(`The form field ${key} sends the file ${baseName(path)}. Choose it again.`);
    return { key, value: '', kind: 'file', ...file, ...shared };
  });
}

/** Splits the files of one field at commas; a quoted file name may contain commas. */
function listed(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|[^",]|")+/g) ?? [text];
}

function common(options: Map<string, string>, key: string, note: (reason: string) => void): Partial<FormField> {
  if (options.has('headers')) note(`The headers of the form field ${key} were left out.`);
  const contentType = options.get('type');
  const fileName = options.get('filename');
  return { ...(contentType === undefined ? {} : { contentType }), ...(fileName === undefined ? {} : { fileName }) };
}

/** A value may be quoted; after a semicolon only known words are options, as in curl. */
function pieceOf(written: string): { text: string; options: Map<string, string> } {
  const options = new Map<string, string>();
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(written);
  const pattern =
    /;\s*(type|filename|headers|encoder)=("(?:[^"\\]|\\[\s\S])*"|(?:[^;]|;(?!\s*(?:type|filename|headers|encoder)=))*)/gi;
  const start = quoted === null ? written.search(/;\s*(?:type|filename|headers|encoder)=/i) : quoted[0].length;
  const tail = start === -1 ? '' : written.slice(start);
  for (const [, name, value] of tail.matchAll(pattern)) options.set(name!.toLowerCase(), withoutQuotes(value!.trim()));
  if (quoted !== null) return { text: quoted[1]!.replace(/\\(["\\])/g, '$1'), options };
  return { text: start === -1 ? written : written.slice(0, start), options };
}

const withoutQuotes = (text: string): string =>
  /^"[\s\S]*"$/.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
