import { headingOf, type Place } from '../../../shared/testing/place.ts';

const screens: readonly [name: string, path: string, heading: string][] = [
  ['web testing', '/web-testing', 'Projects'],
  ['web projects', '/web-testing/projects', 'Projects'],
  ['overview of a web project', '/web-testing/project-dashboard', 'Project'],
  ['web modules', '/web-testing/modules', 'Modules'],
  ['web scripts', '/web-testing/module-scripts', 'Scripts'],
  ['steps of a web script', '/web-testing/script-steps', 'Script steps'],
  ['report of a web run', '/web-testing/web-final-result', 'Final report'],
  ['web functions', '/web-testing/functions', 'Functions'],
  ['web data tables', '/web-testing/data-tables', 'Data tables'],
  ['web sprints', '/web-testing/sprints', 'Sprints'],
  ['web suites', '/web-testing/web-test', 'Test'],
  ['web files', '/web-testing/files', 'Files'],
  ['web environments', '/web-testing/environments', 'Environments'],
  ['web global variables', '/web-testing/global-variables', 'Global Variables'],
];

export const places: readonly Place[] = screens.map(([name, path, heading]) => ({
  name,
  visitor: 'tester',
  openTo: 'everybody',
  path: () => path,
  ready: (page) => headingOf(page, heading),
}));
