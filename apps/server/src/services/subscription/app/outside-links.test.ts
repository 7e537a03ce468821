import { expect, test } from 'vitest';
import { createOutsideLinks } from './outside-links.ts';

test('configured links are returned, missing ones are marked as such', () => {
  const links = createOutsideLinks({
    EXTERNAL_APPLICATIONS: ['DATA_TESTING=https://data.example/start?a=b'],
    DESKTOP_DOWNLOADS: ['BRIDGE_MACOS=https://files.example/bridge.dmg'],
    INSIGHT_DASHBOARD_URL: undefined,
  });
  expect(links.externalApplications().map(({ name, url }) => [name, url])).toEqual([
    ['SAP_TESTING', null],
    ['DATA_TESTING', 'https://data.example/start?a=b'],
    ['ROVER_2.0', null],
  ]);
  expect(links.insightDashboard()).toBeNull();
  expect(links.downloads().map(({ id, osLink }) => [id, osLink])).toEqual([
    [
      'bridge',
      [
        { os: 'Windows', link: null },
        { os: 'macOS', link: 'https://files.example/bridge.dmg' },
      ],
    ],
    ['spy', [{ os: 'Windows', link: null }]],
  ]);
});
