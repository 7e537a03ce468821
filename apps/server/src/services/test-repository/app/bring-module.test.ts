import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { Actor } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { createBringModule } from './bring-module.ts';

const ada = { userId: 'u', name: 'Ada' } as Actor;
interface Present {
  name: string;
  value: string;
  environmentId?: string;
  enabled?: boolean;
}

/**
 * A project with these variables; the first `collisions` names are taken by another user at the moment they are added.
 */
function project(present: Present[], { hasGlobals = true, collisions = 0 } = {}) {
  const all = present.map((one) => ({ environmentId: null, enabled: true, ...one }));
  const needs: string[] = [];
  let left = collisions;
  const bring = createBringModule({
    platform: {} as never,
    workspaces: { hold: async () => undefined } as never,
    variables: {
      list: async () => all,
      hasGlobals: async () => hasGlobals,
      async addGlobals(_caller: Actor, _projectId: string, [added]: Present[]) {
        if (!added) return;
        if (left > 0) {
          left -= 1;
          all.push({ ...added, environmentId: null, enabled: true, value: 'of somebody else' });
          throw new AppError(repositoryErrors.moduleNameTaken, { params: { name: added.name } });
        }
        all.push({ environmentId: null, enabled: true, ...added });
      },
    } as never,
    open: { project: async (_caller: Actor, _id: string, need: string) => void needs.push(need) } as never,
  });
  return { all, needs, bringVariable: () => bring.bringVariable(ada, 'p', 'shop', 'https://a.test') };
}

test.each<[string, Present[], string]>([
  ['it is new', [], '{{shop}}'],
  ['it is there with the same value', [{ name: 'shop', value: 'https://a.test' }], '{{shop}}'],
  ['its name has another value', [{ name: 'shop', value: 'https://b.test' }], '{{shop2}}'],
  ['it is switched off', [{ name: 'shop', value: 'https://a.test', enabled: false }], '{{shop2}}'],
  [
    'one of an environment has its name alone',
    [{ name: 'shop', value: 'https://a.test', environmentId: 'e' }],
    '{{shop2}}',
  ],
  [
    'one of an environment would hide it',
    [
      { name: 'shop', value: 'https://a.test' },
      { name: 'shop', value: 'https://a.test', environmentId: 'e' },
    ],
    '{{shop2}}',
  ],
  [
    'the second name has the value',
    [
      { name: 'shop', value: 'https://b.test' },
      { name: 'shop2', value: 'https://a.test' },
    ],
    '{{shop2}}',
  ],
  [
    'two names have other values',
    [
      { name: 'shop', value: 'https://b.test' },
      { name: 'shop2', value: 'https://c.test' },
    ],
    '{{shop3}}',
  ],
])('steps name a value by a variable of the project: %s', async (_name, present, expected) => {
  const { all, needs, bringVariable } = project(present);
  expect(await bringVariable()).toBe(expected);
  const named = expected.slice(2, -2);
  expect(all.filter(({ name }) => name === named)).toMatchObject([{ value: 'https://a.test', environmentId: null }]);
  expect(needs).toEqual(['edit']);
});

test('where the plan has no such variables, steps have the value itself', async () => {
  const { all, bringVariable } = project([], { hasGlobals: false });
  expect(await bringVariable()).toBe('https://a.test');
  expect(all).toEqual([]);
});

test('a variable gets another name if its own is taken at the same moment, up to four times', async () => {
  expect(await project([], { collisions: 4 }).bringVariable()).toBe('{{shop5}}');
  await expect(project([], { collisions: 5 }).bringVariable()).rejects.toMatchObject({ status: 409 });
});
