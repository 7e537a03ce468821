import { parseArgs } from 'node:util';
import { evaluateExpression, expressionToTree, readExpression, readTree } from '@touchstone/engine-expression/core';

/**
 * Measures how long a condition takes to validate, parse and evaluate, by its length: the median of several tries,
 * after warm-up.
 * `npm run bench:expression -- --kilobytes 20 --tries 101 --json`.
 */
const { values } = parseArgs({
  options: {
    kilobytes: { type: 'string', default: '20' },
    tries: { type: 'string', default: '101' },
    json: { type: 'boolean' },
  },
});
const length = Number(values.kilobytes) * 1024;
const tries = Number(values.tries);

/** Repeats a piece, separated by `joint`, up to the length. */
function repeated(piece: string, joint: string): string {
  const count = Math.max(1, Math.floor((length + joint.length) / (piece.length + joint.length)));
  return Array(count).fill(piece).join(joint);
}

const texts: Record<string, string> = {
  'valid, flat': repeated('{{status}} == 200', ' AND '),
  'valid, nested': repeated('({{status}} == 200 || ({{name}} != "Ada" && {{total}} > 9.5))', ' AND '),
  'bare words': `{{name}} == ${repeated('word', ' ')}`,
  'a fault in each condition': repeated('{{status}} == ( 200 Exists', ' OR '),
  'brackets only': repeated('(', ''),
  'quotation marks only': repeated('"', ''),
};

function median(work: () => unknown): number {
  for (let warm = 0; warm < 20; warm += 1) work();
  const times: number[] = [];
  for (let at = 0; at < tries; at += 1) {
    const startedAt = performance.now();
    work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
}

const medianMs: Record<string, number> = {};
for (const [name, text] of Object.entries(texts)) medianMs[`read: ${name}`] = median(() => readExpression(text));
const nested = readExpression(texts['valid, nested'] ?? '');
if (!nested.valid) throw new Error('The nested expression is invalid.');
const tree = expressionToTree(nested.expression);
medianMs['read: tree, nested'] = median(() => readTree(tree));
medianMs['evaluate: valid, nested'] = median(() =>
  evaluateExpression(nested.expression, (name) =>
    name === 'name' ? { type: 'string', value: 'Ben' } : { type: 'number', value: 10 },
  ),
);

if (values.json) process.stdout.write(`${JSON.stringify({ kilobytes: Number(values.kilobytes), medianMs })}\n`);
else
  for (const [name, ms] of Object.entries(medianMs)) process.stdout.write(`${ms.toFixed(2).padStart(8)} ms  ${name}\n`);
