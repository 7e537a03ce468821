// How many of the bodies that an import makes up fit their schemas: `npm run bench:bodies -- FOLDER [--every 10] [--list]`.
// The folder holds OpenAPI and Swagger documents; ajv judges, by schemas that share no code with the importer.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { importOpenApi } from '@touchstone/engine-import';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { asJsonSchema, type DescribedBody, describedBodies } from './bodies/request-schemas.ts';

const sizeLimit = 20 * 1024 * 1024;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' }, list: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name a folder with OpenAPI documents.');

interface Tally {
  valid: number;
  invalid: number;
}
const made: Tally = { valid: 0, invalid: 0 };
const written: Tally = { valid: 0, invalid: 0 };
const figures = { documents: 0, unread: 0, uncheckable: 0, open: 0, told: 0, milliseconds: 0 };
const reasons = new Map<string, { count: number; first: string }>();

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(json|ya?ml)$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

function validatorOf(document: Record<string, unknown>) {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    allErrors: false,
    unicodeRegExp: true,
    addUsedSchema: false,
    inlineRefs: false,
  });
  addFormats.default(ajv);
  ajv.addFormat('int32', true).addFormat('int64', true).addFormat('float', true).addFormat('double', true);
  ajv.addFormat('byte', true).addFormat('binary', true).addFormat('password', true);
  ajv.addSchema(asJsonSchema(document), 'document:');
  return (pointer: string) => ajv.compile({ $ref: `document:#${pointer}` });
}

function judge(file: string, text: string): void {
  const document = parse(text) as Record<string, unknown> | null;
  if (document === null || typeof document !== 'object' || !('paths' in document)) {
    figures.unread += 1;
    return;
  }
  figures.documents += 1;
  const started = performance.now();
  const { steps, problems } = importOpenApi(text, { baseUrl: '' });
  figures.milliseconds += performance.now() - started;
  const bodies = new Map(steps.map((step) => [`${step.method} ${step.url}`, step.body]));
  const told = new Set(
    problems.filter(({ reason }) => /fits? (the|its) schema/.test(reason)).map(({ place }) => place),
  );
  const compile = validatorOf(document);
  for (const described of describedBodies(document)) {
    const body = bodies.get(described.place);
    if (body?.type === 'json') check(described, body.content, { file, told, compile });
  }
}

interface Checked {
  file: string;
  told: Set<string>;
  compile: ReturnType<typeof validatorOf>;
}

function check({ place, pointer, isWritten }: DescribedBody, content: string, { file, told, compile }: Checked): void {
  let validate: ReturnType<typeof compile>;
  try {
    validate = compile(pointer);
  } catch (error) {
    if (values.list)
      console.log(`${relative(folder!, file)} ${place}: ${error instanceof Error ? error.message : error}`);
    figures.uncheckable += 1;
    return;
  }
  // A schema that takes anything proves nothing.
  if (validate(Symbol.iterator.toString()) && validate(0) && validate(null)) {
    figures.open += 1;
    return;
  }
  const tally = isWritten ? written : made;
  if (validate(JSON.parse(content))) {
    tally.valid += 1;
    return;
  }
  tally.invalid += 1;
  if (isWritten) return;
  if ([...told].some((at) => at.startsWith(place))) figures.told += 1;
  const [error] = validate.errors ?? [];
  const reason = `${error?.keyword} ${error?.keyword === 'format' ? error.params.format : ''}`.trim();
  const entry = reasons.get(reason) ?? {
    count: 0,
    first: `${relative(folder!, file)} ${place} ${error?.instancePath} ${error?.message}`,
  };
  reasons.set(reason, { ...entry, count: entry.count + 1 });
  if (values.list) console.log(`${relative(folder!, file)} ${place}: ${error?.instancePath} ${error?.message}`);
}

const files = (await filesIn(folder)).filter((_, index) => index % Number(values.every) === 0);
for (const file of files) {
  if ((await stat(file)).size > sizeLimit) continue;
  try {
    judge(file, await readFile(file, 'utf8'));
  } catch (error) {
    figures.unread += 1;
    if (values.list)
      console.log(`${relative(folder, file)}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  }
}
const share = ({ valid, invalid }: Tally) =>
  `${valid} of ${valid + invalid} (${((100 * valid) / Math.max(1, valid + invalid)).toFixed(2)} %)`;
console.log(
  `${figures.documents} documents, ${figures.unread} files unread, imported in ${(figures.milliseconds / 1000).toFixed(1)} s`,
);
console.log(
  `made up bodies that fit their schema: ${share(made)}; of the others ${figures.told} were named as problems`,
);
console.log(`examples of the documents that fit their schema: ${share(written)}`);
console.log(`schemas that take anything: ${figures.open}; that ajv cannot compile: ${figures.uncheckable}`);
for (const [reason, { count, first }] of [...reasons].sort((a, b) => b[1].count - a[1].count).slice(0, 15))
  console.log(`  ${String(count).padStart(5)}  ${reason}: ${first}`);
