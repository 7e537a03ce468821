import { headingOf, type Place, type PlaceIds } from '../../../shared/testing/place.ts';

const ofProject = (path: string) => (ids: PlaceIds) => `/service-virtualization${path}?project=${ids.mockProjectId}`;

const screens: readonly [name: string, path: string | ((ids: PlaceIds) => string), heading: string][] = [
  ['service virtualization', '/service-virtualization', 'Assets'],
  ['mock assets', ofProject(''), 'Assets'],
  ['virtualization projects', '/service-virtualization/projects', 'Projects'],
  ['editor of a mock asset', (ids) => `/service-virtualization/asset?asset=${ids.mockAssetId}`, 'List orders'],
  ['editor of a new mock asset', ofProject('/asset'), 'New asset'],
  ['mock variables', ofProject('/variables'), 'Variables'],
  ['mock files', ofProject('/files'), 'Files'],
  ['mock settings', ofProject('/settings'), 'Settings'],
  ['mock state', ofProject('/state'), 'State'],
  ['mock recordings', ofProject('/recording'), 'Record'],
  ['mock drift checks', ofProject('/drift'), 'Drift check'],
  ['mock journal', ofProject('/journal'), 'Journal'],
];

export const places: readonly Place[] = screens.map(([name, path, heading]) => ({
  name,
  visitor: 'tester',
  openTo: 'everybody',
  path: typeof path === 'string' ? () => path : path,
  ready: (page) => headingOf(page, heading),
}));
