import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryFeatures } from './entry-features.ts';
import { features } from './features.ts';
import { house } from './house.ts';

const source = `${import.meta.dirname}/../`;
const filesOf = (folder: string): string[] =>
  readdirSync(source + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.|(^|\/)testing\//.test(path))
    .map((path) => `${folder}/${path}`);

test('every feature folder is listed, and every listed feature has a folder', () => {
  expect(features.map(({ id }) => id).sort()).toEqual(readdirSync(`${source}features`).sort());
});

test('the features with pages before sign-in are in the entry bundle', () => {
  expect(entryFeatures).toEqual(features.filter(({ publicRoutes }) => publicRoutes));
});

test('screens of an area have distinct icons, since a folded list shows nothing else', () => {
  for (const { id, items } of house.areas.values())
    expect(new Set(items.map(({ icon }) => icon)).size, id).toBe(items.length);
});

test('the palette lists each action once', () => {
  const created = house.createTargets.flatMap(({ links = [] }) => links);
  const labels = [...house.commands, ...created].map(({ label }) => label);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
});

const firstParts = new Set(
  house.pages.map(({ pattern }) => pattern.split('/')[1]).filter((part) => /^[a-z]/.test(part ?? '')),
);
const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
/**
 * Calls that the frame itself needs: who is signed in, the plan, flags, live updates, and the deleted projects of any
 * service.
 */
const ofTheFrame = /^(identity|userManagement|subscription|featureFlag|notification|deleted)Routes$/;
const contracts = join(import.meta.dirname, '../../../../packages/contracts/src');
const ofServices = globSync('*/routes.ts', { cwd: contracts })
  .flatMap((file) => readFileSync(join(contracts, file), 'utf8').match(/(?<=^export const )\w+/gm) ?? [])
  .filter((name) => !ofTheFrame.test(name));

/** Names of services and features in a file's text, comments included. */
function namesIn(text: string): string[] {
  const names = [
    ...[...firstParts].map((part) => `['"\`]/${part}(?![\\w-])`),
    ...features.map(({ id }) => `['"\`]${id}['"\`]`),
    ...features.map(({ id }) => `features/${id}/`),
    ...features.flatMap(({ id }) => (id.includes('-') ? [`\\b${id}\\b`, `\\b${camel(id)}(?!Id)`] : [])),
    ...features.flatMap(({ service }) => (service === undefined ? [] : [service])),
    ...ofServices.map((name) => `\\b${name}\\b`),
  ];
  const allowed =
    /\b(identity|userManagement|subscription|featureFlag|notification)Routes\b|@touchstone\/contracts\/(identity|user-management|subscription|feature-flags|notifications)/g;
  return text.replace(allowed, '').match(new RegExp(names.join('|'), 'gi')) ?? [];
}

test('the search for names finds names and nothing else', () => {
  expect(namesIn("navigate('/api-testing/workspace')")).not.toEqual([]);
  expect(namesIn('const name = "API Testing";')).not.toEqual([]);
  expect(namesIn('api.call(apiTestingRoutes.listProjects)')).not.toEqual([]);
  expect(namesIn("queryKey: ['subscription', 'plan']")).not.toEqual([]);
  expect(namesIn('api.call(userManagementRoutes.listTeams)')).toEqual([]);
});

const lists = ['app/features.ts', 'app/entry-features.ts'];
test.each(['app', 'shared', 'ui'].flatMap(filesOf).filter((path) => !lists.includes(path)))(
  '%s names no service and no feature',
  (path) => {
    expect(namesIn(readFileSync(source + path, 'utf8'))).toEqual([]);
  },
);
