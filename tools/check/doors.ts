import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './source-files.ts';

/** Front doors: what other rooms may import. */
const isDoor =
  /^(engines\/[^/]+\/src\/(core\/)?index\.ts|packages\/[^/]+\/src\/(?:[^/]+\/)?index\.ts|apps\/server\/src\/services\/[^/]+\/index\.ts|apps\/web\/src\/features\/[^/]+\/index\.tsx?)$/;
/** Minimum share of front-door exports with a comment. */
const documentedAtLeast = 0.95;

/** An export of a front door, and whether it has a comment. */
export interface DoorExport {
  door: string;
  file: string;
  name: string;
  isDocumented: boolean;
}

/** measureDoors returns every name exported by the front doors below `folder`, each once. */
export function measureDoors(folder: string): DoorExport[] {
  const parsed = new Map<string, ts.SourceFile>();
  const parse = (file: string): ts.SourceFile => {
    const known = parsed.get(file);
    if (known) return known;
    const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
    parsed.set(file, source);
    return source;
  };
  const found = new Map<string, DoorExport>();
  for (const door of listFiles(folder).filter((path) => isDoor.test(path)))
    for (const { file, name, node } of exportsOf(parse, folder, door))
      found.set(`${file} ${name}`, { door, file, name, isDocumented: hasComment(node) });
  return [...found.values()];
}

/** findDoorProblems returns the undocumented exports if there are too many. */
export function findDoorProblems(exports: readonly DoorExport[]): string[] {
  const silent = exports.filter(({ isDocumented }) => !isDocumented);
  const share = 1 - silent.length / Math.max(1, exports.length);
  if (share >= documentedAtLeast) return [];
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  return [
    `${percent(share)} of the ${exports.length} names that front doors export are documented, ${percent(documentedAtLeast)} are wanted. Without a comment:`,
    ...silent.map(({ file, name }) => `${file}: ${name}`),
  ];
}

interface Declared {
  file: string;
  name: string;
  node: ts.Node;
}

function exportsOf(parse: (file: string) => ts.SourceFile, folder: string, file: string): Declared[] {
  if (!existsSync(join(folder, file))) return [];
  const found: Declared[] = [];
  const target = (statement: ts.ExportDeclaration): string | undefined => {
    const { moduleSpecifier } = statement;
    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith('.')
      ? join(dirname(file), moduleSpecifier.text)
      : undefined;
  };
  for (const statement of parse(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      const from = target(statement);
      if (!from) continue;
      const exported = exportsOf(parse, folder, from);
      const { exportClause } = statement;
      if (!exportClause || !ts.isNamedExports(exportClause)) found.push(...exported);
      else {
        const names = new Set(exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text));
        found.push(...exported.filter(({ name }) => names.has(name)));
      }
    } else if (isExported(statement) && !speaksForItself(statement))
      found.push(...namesOf(statement).map((name) => ({ file, name, node: statement })));
  }
  return found;
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

/**
 * A type inferred from a schema is documented by it; each declared call has its summary, and each error its message.
 */
function speaksForItself(statement: ts.Statement): boolean {
  if (ts.isTypeAliasDeclaration(statement)) return /^z\.(infer|input|output)</.test(statement.type.getText());
  return ts.isVariableStatement(statement) && namesOf(statement).every((name) => /(Routes|Errors)$/.test(name));
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const { name } = statement as { name?: ts.Identifier };
  return name ? [name.text] : [];
}

const hasComment = (node: ts.Node): boolean => ts.getJSDocCommentsAndTags(node).length > 0;
