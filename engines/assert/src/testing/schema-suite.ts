import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { compileJsonSchema } from '../core/json-schema/json-schema.ts';
import type { SchemaDraft } from '../core/json-schema/schema-resources.ts';
import { schemaCases } from './schema-cases.ts';
import { referenceCases } from './schema-reference-cases.ts';

const require = createRequire(import.meta.url);

interface OfficialGroup {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** Result of a suite: the number of statements checked, and which failed. */
export interface SuiteOutcome {
  total: number;
  failures: string[];
}

/** runPublishedSchemaTests runs the draft 4 tests available on npm, except the one file that needs a server. */
export function runPublishedSchemaTests(): SuiteOutcome {
  const home = dirname(require.resolve('json-schema-test-suite/package.json'));
  const folder = join(home, 'tests', 'draft4');
  return runGroups(folder, { draft: '4', documents: {}, leaveOut: ['refRemote.json'] });
}

/**
 * runOfficialSchemaSuite runs the required tests of a draft from a copy of the official suite: a folder with `tests`
 * and `remotes`. The documents in `remotes` replace those that the suite expects at `http://localhost:1234`.
 */
export function runOfficialSchemaSuite(home: string, draft: SchemaDraft): SuiteOutcome {
  const ownFolder = `draft${draft}`;
  const remotes = join(home, 'remotes');
  const documents: Record<string, unknown> = {};
  for (const name of readdirSync(remotes, { recursive: true, encoding: 'utf8' })) {
    const [top = ''] = name.split(sep);
    const isOfOtherDraft = top.startsWith('draft') && top !== ownFolder;
    if (!name.endsWith('.json') || isOfOtherDraft) continue;
    documents[`http://localhost:1234/${name.split(sep).join('/')}`] = readJson(join(remotes, name));
  }
  return runGroups(join(home, 'tests', ownFolder), { draft, documents, leaveOut: [] });
}

function runGroups(
  folder: string,
  { draft, documents, leaveOut }: { draft: SchemaDraft; documents: Record<string, unknown>; leaveOut: string[] },
): SuiteOutcome {
  const outcome: SuiteOutcome = { total: 0, failures: [] };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json') && !leaveOut.includes(name))) {
    for (const group of readJson(join(folder, file)) as OfficialGroup[]) {
      for (const { description, data, valid } of group.tests) {
        outcome.total += 1;
        const mistake = mistakeOf(() => compileJsonSchema(group.schema, { draft, documents }).validate(data), valid);
        if (mistake !== undefined) outcome.failures.push(`${file}: ${group.description}: ${description}${mistake}`);
      }
    }
  }
  return outcome;
}

/** The mistake in a verdict: undefined if it is as expected, otherwise text to append to the test's name. */
function mistakeOf(validate: () => unknown[], wanted: boolean): string | undefined {
  try {
    return (validate().length === 0) === wanted ? undefined : '';
  } catch (error) {
    return `: ${(error as Error).message}`;
  }
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** runOwnSchemaCases runs the cases written from the text of the drafts. */
export function runOwnSchemaCases(draft: string): SuiteOutcome {
  const outcome: SuiteOutcome = { total: 0, failures: [] };
  for (const item of [...schemaCases, ...referenceCases]) {
    if (item.draft !== draft) continue;
    const { documents = {}, assertFormats = true } = item;
    const compiled = compileJsonSchema(item.schema, { draft: item.draft, documents, assertFormats });
    for (const [values, wanted] of [[item.valid, true] as const, [item.invalid, false] as const]) {
      for (const value of values) {
        outcome.total += 1;
        if ((compiled.validate(value).length === 0) !== wanted) {
          outcome.failures.push(`${item.name}: ${JSON.stringify(value)}`);
        }
      }
    }
  }
  return outcome;
}
