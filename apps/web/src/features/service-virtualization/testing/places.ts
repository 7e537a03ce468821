import { headingOf, type Place } from '../../../shared/testing/place.ts';

const screens: readonly [name: string, path: string, heading: string][] = [
  ['mock assets', '/service-virtualization', 'Assets'],
  ['virtualization projects', '/service-virtualization/projects', 'Projects'],
  ['editor of a mock asset', '/service-virtualization/asset', 'Asset'],
  ['mock variables', '/service-virtualization/variables', 'Variables'],
  ['mock files', '/service-virtualization/files', 'Files'],
  ['mock settings', '/service-virtualization/settings', 'Settings'],
  ['mock state', '/service-virtualization/state', 'State'],
  ['mock recordings', '/service-virtualization/recording', 'Record'],
  ['mock drift checks', '/service-virtualization/drift', 'Drift check'],
  ['mock journal', '/service-virtualization/journal', 'Journal'],
];

export const places: readonly Place[] = screens.map(([name, path, heading]) => ({
  name,
  visitor: 'tester',
  openTo: 'everybody',
  path: () => path,
  ready: (page) => headingOf(page, heading),
}));
