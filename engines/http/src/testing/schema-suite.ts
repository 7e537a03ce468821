import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileJsonSchema } from '../core/json-schema/json-schema.ts';
import { schemaCases } from './schema-cases.ts';
import { referenceCases } from './schema-reference-cases.ts';

const require = createRequire(import.meta.url);

interface OfficialGroup {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** What a suite gave: how many statements were checked, and which failed. */
export interface SuiteOutcome {
  total: number;
  failures: string[];
}

/** runOfficialSchemaTests runs the published tests of draft 4, but for the one file that needs a server. */
export function runOfficialSchemaTests(): SuiteOutcome {
  const home = dirname(require.resolve('json-schema-test-suite/package.json'));
  const folder = join(home, 'tests', 'draft4');
  const outcome: SuiteOutcome = { total: 0, failures: [] };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'refRemote.json')) {
    for (const group of JSON.parse(readFileSync(join(folder, file), 'utf8')) as OfficialGroup[]) {
      const compiled = compileJsonSchema(group.schema, { draft: '4' });
      for (const { description, data, valid } of group.tests) {
        outcome.total += 1;
        const isRight = (compiled.validate(data).length === 0) === valid;
        if (!isRight) outcome.failures.push(`${file}: ${group.description}: ${description}`);
      }
    }
  }
  return outcome;
}

/** runOwnSchemaCases runs the cases that were written from the text of the drafts. */
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
