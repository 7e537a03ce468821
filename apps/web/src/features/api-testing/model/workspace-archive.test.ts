import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { workspaceOfZip, zipOfWorkspace } from './workspace-archive.ts';

const workspace = {
  format: 'touchstone-workspace',
  version: 1,
  name: 'Shop',
  suites: [{ name: 'Orders', scripts: [{ scriptName: 'Pay', method: 'POST', url: 'https://shop.example' }] }],
};

test('a workspace survives the round trip through an archive, and the archive is reproducible', () => {
  const bytes = zipOfWorkspace(workspace);
  expect(workspaceOfZip(bytes)).toMatchObject({ name: 'Shop', suites: [{ ...workspace.suites[0], folders: [] }] });
  expect(zipOfWorkspace(workspace)).toEqual(bytes);
});

test('the folder may be in another one, next to other files', () => {
  const text = (content: string) => strToU8(content);
  const bytes = zipSync({
    'repo/README.md': text('Ours'),
    'repo/tests/touchstone.yaml': text('format: touchstone-workspace\nversion: 1\nname: Shop\n'),
    'repo/tests/suites/orders/suite.yaml': text('name: Orders\n'),
  });
  expect(workspaceOfZip(bytes)).toMatchObject({ name: 'Shop', suites: [{ name: 'Orders', scripts: [] }] });
});

test('says which file is invalid', () => {
  const head = strToU8('format: touchstone-workspace\nversion: 1\nname: Shop\n');
  const misplaced = { 'a/touchstone.yaml': head, 'a/environments/stage.yml': strToU8('name: Stage') };
  expect(() => workspaceOfZip(zipSync(misplaced))).toThrow(
    'environments/stage.yml: Files of a workspace end with .yaml',
  );
  expect(() => workspaceOfZip(zipSync({ 'touchstone.yaml': strToU8('[') }))).toThrow('touchstone.yaml: ');
  expect(() => workspaceOfZip(zipSync({ 'a.yaml': strToU8('a: 1') }))).toThrow('no touchstone.yaml');
});
