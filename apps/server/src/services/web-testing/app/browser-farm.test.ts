import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { Actor } from '../../workspaces/index.ts';
import { webTestingErrors } from '../errors.ts';
import { createBrowserFarm } from './browser-farm.ts';

const ada = { userId: 'a', name: 'Ada', organizationId: 'o' } as Actor;
const places = { total: 2, taken: 1, waiting: 0 };
const createdAt = new Date('2026-01-05T12:00:00Z');
const run = (runId: string, projectId = 'shop') => ({
  runId,
  number: 7,
  name: `Run ${runId}`,
  status: 'running',
  projectId,
  label: { targets: ['Chromium · 800 × 600'] },
  createdByName: 'Grace',
  createdAt,
});
const recording = (liveId: string, projectId: string, scriptId: string | null) => ({
  liveId,
  projectId,
  scriptId,
  browser: 'chromium',
  openedByName: 'Grace',
  openedAt: createdAt.toISOString(),
});

/** A farm in which the caller may `edit` and `view` these runs and projects, and sees these workspaces. */
function farmOf({
  may = [],
  projects = ['shop', 'bank'],
  fault,
}: {
  may?: string[];
  projects?: string[];
  fault?: Error;
}) {
  const asked: unknown[] = [];
  const check = async (_caller: Actor, id: string, need: string) => {
    if (fault) throw fault;
    if (!may.includes(`${need} ${id}`)) throw new AppError(webTestingErrors.notOfWebTesting);
  };
  const farm = createBrowserFarm({
    runs: {
      list: async (filter: object, page: object) => {
        asked.push([filter, page]);
        return { content: [run('mine'), run('seen', 'bank'), run('hidden')], totalElements: 3 };
      },
      listRunners: async () => [{ labels: ['lab'], facts: {} }],
      open: check,
    } as never,
    kind: 'web',
    workspaces: {
      listVisible: async (_caller: Actor, teamId: unknown, service: string) => {
        asked.push([teamId, service]);
        return projects.map((projectId) => ({ projectId, projectName: `The ${projectId}` }));
      },
    } as never,
    repository: {
      open: { service: 'web-testing', project: check },
      paths: { scripts: { namesOf: async () => new Map([['pay', ['The shop', 'Checkout', 'Pay']]]) } },
    } as never,
    allRecordings: async () => ({
      recordings: [
        recording('1', 'shop', 'pay'),
        recording('2', 'bank', 'gone'),
        recording('3', 'other', null),
      ] as never,
      places,
    }),
  });
  return { asked, show: () => farm.show(ada) };
}

test('open runs of visible projects are shown, with whether the caller may stop them', async () => {
  const { asked, show } = farmOf({ may: ['edit mine', 'view seen'] });
  const { runs, runners } = await show();
  const shared = { number: 7, status: 'running', targets: ['Chromium · 800 × 600'], startedBy: 'Grace' };
  const common = { ...shared, createdAt: createdAt.toISOString() };
  expect(runs).toEqual([
    { ...common, runId: 'mine', name: 'Run mine', projectUUID: 'shop', projectName: 'The shop', mayStop: true },
    { ...common, runId: 'seen', name: 'Run seen', projectUUID: 'bank', projectName: 'The bank', mayStop: false },
  ]);
  expect(runners).toEqual([{ host: '', system: '', labels: ['lab'], browsers: [], places: null }]);
  expect(asked).toEqual([
    [undefined, 'web-testing'],
    [
      {
        organizationId: 'o',
        projectId: ['shop', 'bank'],
        kinds: ['web'],
        withParts: true,
        statuses: ['running', 'queued'],
      },
      { page: 0, size: 100 },
    ],
  ]);
});

test('browsers that users opened are shown in visible projects only, with the name of their script', async () => {
  const { recordings, recordingPlaces } = await farmOf({ may: ['edit shop'] }).show();
  const common = { browser: 'chromium', openedBy: 'Grace', openedAt: createdAt.toISOString() };
  expect(recordings).toEqual([
    {
      ...common,
      liveId: '1',
      projectUUID: 'shop',
      projectName: 'The shop',
      scriptUUID: 'pay',
      testScriptName: 'Pay',
      mayClose: true,
    },
    {
      ...common,
      liveId: '2',
      projectUUID: 'bank',
      projectName: 'The bank',
      scriptUUID: 'gone',
      testScriptName: null,
      mayClose: false,
    },
  ]);
  expect(recordingPlaces).toEqual(places);
});

test('without a visible project no run is looked up', async () => {
  const { asked, show } = farmOf({ projects: [] });
  expect(await show()).toMatchObject({ runs: [], recordings: [], recordingPlaces: places });
  expect(asked).toHaveLength(1);
});

test('a fault of the server is not taken for a missing right', async () => {
  await expect(farmOf({ fault: new Error('The database is away.') }).show()).rejects.toThrow('The database is away.');
});
