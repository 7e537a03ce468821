import { withQuery } from '../../shared/feature/with-query.ts';

interface Overview {
  project?: string | undefined;
  suite?: string | undefined;
}

const root = '/service-virtualization';

/** Addresses of service virtualization. */
export const virtualizationPaths = {
  /** The assets of a project; without one, of the last opened project. */
  overview: (shown: Overview = {}) => withQuery(root, shown),
  projects: `${root}/projects`,
  /** The editor of an asset, optionally with the changes to match a call of the journal. */
  asset: (asset: string, shown: { from?: string } = {}) => withQuery(`${root}/asset`, { asset, ...shown }),
  /** The editor of a new asset, in a suite, or proposed by a call of the journal. */
  newAsset: (shown: { suite?: string | undefined; from?: string } = {}) => withQuery(`${root}/asset`, shown),
  journal: (shown: { entry?: string; asset?: string; project?: string } = {}) => withQuery(`${root}/journal`, shown),
  /** Recordings of a project, optionally a stopped one by its id. */
  recording: (shown: { recording?: string } = {}) => withQuery(`${root}/recording`, shown),
  /** Comparisons with the real service, optionally one by its id. */
  drift: (shown: { check?: string } = {}) => withQuery(`${root}/drift`, shown),
  state: `${root}/state`,
  variables: `${root}/variables`,
  files: `${root}/files`,
  settings: `${root}/settings`,
};
