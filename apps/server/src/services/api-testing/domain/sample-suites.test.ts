import { scriptInputSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { sampleSuites } from './sample-suites.ts';

const scripts = sampleSuites.flatMap((suite) => suite.scripts);

test.each(scripts.map((script) => [script.scriptName, script] as const))('"%s" can be saved', (_name, script) => {
  expect(scriptInputSchema.safeParse(script).error).toBeUndefined();
  expect(script.assertions?.[0]?.kind).toBe('status');
});

test('variables are those of the environment, or extracted by an earlier script of the suite', () => {
  const environment = ['baseUrl', 'user', 'password'];
  for (const suite of sampleSuites) {
    const known = new Set(environment);
    for (const script of suite.scripts) {
      for (const [, name] of JSON.stringify(script).matchAll(/\{\{(\w+)\}\}/g)) expect(known).toContain(name);
      for (const { name } of script.dataHandlers ?? []) known.add(name);
    }
  }
});
