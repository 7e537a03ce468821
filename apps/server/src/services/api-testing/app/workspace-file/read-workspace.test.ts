import { type WorkspaceFile, workspaceFileSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { compactScript } from '../../domain/workspace-file/compact-script.ts';
import { writtenFile } from './read-workspace.ts';

const file = (given: object = {}): WorkspaceFile =>
  workspaceFileSchema.parse({ format: 'touchstone-workspace', version: 2, name: 'Shop', ...given });
const written = async (given: object) => JSON.parse(await writtenFile(file(given), compactScript));

test('an empty workspace is written with its empty lists', async () => {
  expect(await writtenFile(file({ description: 'All' }), compactScript)).toBe(
    `${JSON.stringify(
      {
        format: 'touchstone-workspace',
        version: 2,
        name: 'Shop',
        description: 'All',
        databases: [],
        prerequisites: [],
        globals: [],
        environments: [],
        suites: [],
      },
      null,
      2,
    )}\n`,
  );
});

test('default values are not written, others are', async () => {
  const plain = { name: 'a', value: '1' };
  const special = { name: 'b', isSecret: true, enabled: false, description: 'Why' };
  const request = { method: 'GET', url: 'https://a.test' };
  const { globals, environments, suites } = await written({
    globals: [plain, special],
    environments: [{ name: 'Stage', variables: [plain, special] }],
    suites: [
      { name: 'Plain', variables: [plain, special] },
      {
        name: 'Whole',
        description: 'All',
        isChaining: true,
        folders: [{ path: 'Open' }],
        servers: ['https://a.test'],
        scripts: [
          { ...request, scriptName: 'One' },
          { ...request, scriptName: 'Two', folder: 'Open' },
        ],
      },
    ],
  });
  for (const variables of [globals, environments[0].variables, suites[0].variables])
    expect(variables).toMatchObject([plain, special]);
  for (const [variable] of [globals, environments[0].variables, suites[0].variables]) {
    expect(variable).not.toHaveProperty('isSecret');
    expect(variable).not.toHaveProperty('enabled');
  }
  expect(Object.keys(suites[0])).toEqual(['name', 'variables', 'scripts']);
  expect(suites[0].scripts).toEqual([]);
  expect(suites[1]).toMatchObject({
    description: 'All',
    isChaining: true,
    folders: [{ path: 'Open' }],
    servers: ['https://a.test'],
    scripts: [{ scriptName: 'One' }, { scriptName: 'Two', folder: 'Open' }],
  });
});

test('what is written is read as the same file', async () => {
  const given = {
    environments: [{ name: 'Stage', variables: [{ name: 'b', value: '', enabled: false }] }],
    suites: [{ name: 'A', isChaining: true, scripts: [{ scriptName: 'One', method: 'GET', url: 'https://a.test' }] }],
  };
  expect(workspaceFileSchema.parse(await written(given))).toEqual(file(given));
});
