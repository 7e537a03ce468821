import { withQuery } from '../../shared/feature/with-query.ts';

interface OfProject {
  project?: string | undefined;
}

const root = '/web-testing';

/** Addresses of web testing. */
export const webTestingPaths = {
  projects: `${root}/projects`,
  /** A project's contents and recent items. */
  overview: (shown: OfProject = {}) => withQuery(`${root}/project-dashboard`, shown),
  modules: (shown: OfProject = {}) => withQuery(`${root}/modules`, shown),
  /** Scripts of a module; without one, of the whole project. */
  scripts: (shown: OfProject & { module?: string } = {}) => withQuery(`${root}/module-scripts`, shown),
  /** The editor of a script, optionally at one of its steps. */
  steps: (script: string, shown: { step?: string } = {}) => withQuery(`${root}/script-steps`, { script, ...shown }),
  sprints: `${root}/sprints`,
  /** Suites of a sprint; without one, of the test lab. */
  tests: (shown: OfProject & { sprint?: string; suite?: string } = {}) => withQuery(`${root}/web-test`, shown),
  /** Schedules of suites. */
  schedules: (shown: object = {}) => withQuery(`${root}/schedules`, shown),
  functions: (shown: { function?: string } = {}) => withQuery(`${root}/functions`, shown),
  dataTables: (shown: { table?: string } = {}) => withQuery(`${root}/data-tables`, shown),
  files: `${root}/files`,
  databases: `${root}/databases`,
  baselines: (shown: { project?: string; baseline?: string } = {}) => withQuery(`${root}/baselines`, shown),
  savedSessions: `${root}/saved-sessions`,
  runConfigurations: `${root}/run-configurations`,
  /** Where faults are reported. */
  managementTools: `${root}/management-tools`,
  /** Available browsers, and what is open in them. */
  browserFarm: `${root}/browser-farm`,
  /** Picks elements of a page. */
  objectSpy: `${root}/object-spy`,
  environments: (environment?: string) => withQuery(`${root}/environments`, { environment }),
  globals: `${root}/global-variables`,
  /** The browser of a run in progress. */
  preview: (run: string) => withQuery('/execution-preview', { run }),
  result: (run: string, shown: { step?: string } = {}) => withQuery(`${root}/web-final-result`, { run, ...shown }),
};
