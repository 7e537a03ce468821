import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Phrases that a native writer wouldn't use, each with its replacement. */
const phrases: [phrase: RegExp, better: string][] = [
  [/\bcannot be undone/i, "You can't undo this."],
  [/\bgoe?s? with (it|them)\b/i, 'say what is deleted'],
  [/\bwould be lost/i, 'You have unsaved changes.'],
  [/\bfrom then on\b/i, 'leave it out'],
  [/\bof yours\b/i, 'your …'],
  [/\b(somebody|anybody|nobody (has|is|knows|listens))\b/i, 'someone, no one, or the noun of the person'],
  [/\bwhat (is|was) left\b/i, 'name what remains'],
  [/\bone that exists\b/i, 'name the thing'],
  [/\b(is|are) there\./i, 'Available: …'],
  [/\bneither can you\b/i, 'say what to keep'],
  [/\bstands? here\b/i, 'appears here'],
  [/\bthere is (nothing at|no such)\b/i, 'No such …, or … not found'],
  [/\bpaid ones\b/i, 'paid users'],
  [/\bas it stands\b/i, 'leave it out'],
  [/\bnobody of this name\b/i, 'No … matches “…”.'],
  [/\bleast time\b/i, 'Minimum time'],
  [/\bis no (address|data file|folder|header|load plan|number|pair|time)\b/i, 'is not a …'],
  [/\bNo \w+( \w+)? fits\b/i, 'No matching …'],
  [/\bwhat was measured\b/i, 'measurements'],
  [/\bthe present (one|state)\b/i, 'the current …'],
  [/\bit is to be\b/i, 'say who does it'],
  [/\bdid not hold\b/i, "didn't pass"],
  [/\bthat is there\b/i, 'the existing …'],
  [/\bworked off\b/i, 'run'],
  [/\bhow many there are\b/i, 'Number of …'],
];

/** Where user-facing texts are written. */
const rooms = ['apps/web/src', 'apps/cli/src', 'apps/server/src', 'packages/report/src'];
const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|tables\.ts$/.test(path);

export interface Text {
  line: number;
  text: string;
}

/** textsOf returns every text of a source file: strings, templates and text between tags, but no comments. */
export function textsOf(path: string, source: string): Text[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.pos);
      found.push({ line: line + 1, text: text.replace(/\s+/g, ' ').trim() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  return undefined;
}

/** wordingProblems returns the phrases in a text, each with its replacement. */
export const wordingProblems = (text: string): string[] =>
  phrases.flatMap(([phrase, better]) => {
    const [found] = phrase.exec(text) ?? [];
    return found === undefined ? [] : [`“${found}” in “${text}”. Better: ${better}`];
  });

/** findWordingProblems checks all texts of the page, the mails, the command line and the errors. */
export function findWordingProblems(root: string): string[] {
  const files = execFileSync('git', ['ls-files', ...rooms], { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter(isSource).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    // Most files contain none of the phrases, not even in a comment, and need no parser.
    if (wordingProblems(source.replace(/\s+/g, ' ')).length === 0) return [];
    return textsOf(path, source).flatMap(({ line, text }) =>
      wordingProblems(text).map((problem) => `${path}:${line} ${problem}`),
    );
  });
}
