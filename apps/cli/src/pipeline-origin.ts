import { runOriginInput } from '@touchstone/contracts/runs';
import { CliError } from './cli-error.ts';

/** The pipeline that starts a run, as stored with the run. */
export interface PipelineOrigin {
  label?: string;
  commit?: string;
}
type Environment = Readonly<Record<string, string | undefined>>;

interface Pipeline {
  /** Set only by this system. */
  mark: string;
  commit: string[];
  /** Branch or tag; for a change under review, its own branch. The first variable that is set is used. */
  label: string[];
}

/** The variables documented by each system, in lookup order. */
const pipelines: Pipeline[] = [
  { mark: 'GITHUB_ACTIONS', commit: ['GITHUB_SHA'], label: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'] },
  {
    mark: 'GITLAB_CI',
    commit: ['CI_COMMIT_SHA'],
    label: ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_REF_NAME'],
  },
  { mark: 'JENKINS_URL', commit: ['GIT_COMMIT'], label: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_BRANCH'] },
  {
    mark: 'TF_BUILD',
    commit: ['BUILD_SOURCEVERSION'],
    label: ['SYSTEM_PULLREQUEST_SOURCEBRANCH', 'BUILD_SOURCEBRANCH'],
  },
  { mark: 'CIRCLECI', commit: ['CIRCLE_SHA1'], label: ['CIRCLE_BRANCH', 'CIRCLE_TAG'] },
  { mark: 'TRAVIS', commit: ['TRAVIS_COMMIT'], label: ['TRAVIS_PULL_REQUEST_BRANCH', 'TRAVIS_BRANCH'] },
  { mark: 'BITBUCKET_BUILD_NUMBER', commit: ['BITBUCKET_COMMIT'], label: ['BITBUCKET_BRANCH', 'BITBUCKET_TAG'] },
  { mark: 'BUILDKITE', commit: ['BUILDKITE_COMMIT'], label: ['BUILDKITE_BRANCH', 'BUILDKITE_TAG'] },
  { mark: 'TEAMCITY_VERSION', commit: ['BUILD_VCS_NUMBER'], label: [] },
  { mark: 'DRONE', commit: ['DRONE_COMMIT_SHA'], label: ['DRONE_SOURCE_BRANCH', 'DRONE_BRANCH', 'DRONE_TAG'] },
  {
    mark: 'CI_PIPELINE_FORGE_URL',
    commit: ['CI_COMMIT_SHA'],
    label: ['CI_COMMIT_SOURCE_BRANCH', 'CI_COMMIT_BRANCH', 'CI_COMMIT_TAG'],
  },
  {
    mark: 'APPVEYOR',
    commit: ['APPVEYOR_REPO_COMMIT'],
    label: ['APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH', 'APPVEYOR_REPO_BRANCH'],
  },
  { mark: 'CODEBUILD_BUILD_ID', commit: ['CODEBUILD_RESOLVED_SOURCE_VERSION'], label: ['CODEBUILD_WEBHOOK_HEAD_REF'] },
];

/**
 * Names the source of a user's value in errors; a pipeline's values are used as far as they fit, because they must not
 * fail a run.
 */
const sources = { label: '--label (or TOUCHSTONE_LABEL)', commit: '--commit (or TOUCHSTONE_COMMIT)' } as const;

/**
 * pipelineOrigin returns a run's origin: from the options, or TOUCHSTONE_LABEL and TOUCHSTONE_COMMIT, or the pipeline's
 * own variables.
 */
export function pipelineOrigin(given: PipelineOrigin, environment: Environment): PipelineOrigin {
  const pipeline = pipelines.find(({ mark }) => environment[mark]);
  const first = (names: readonly string[]) => names.map((name) => environment[name]).find(Boolean);
  const label =
    validated('label', given.label ?? environment.TOUCHSTONE_LABEL) ??
    fitting('label', branchOf(first(pipeline?.label ?? [])));
  const commit =
    validated('commit', given.commit ?? environment.TOUCHSTONE_COMMIT) ??
    fitting('commit', first(pipeline?.commit ?? []));
  return { ...(label && { label }), ...(commit && { commit }) };
}

function validated(part: keyof typeof sources, value: string | undefined): string | undefined {
  if (!value) return undefined;
  const read = runOriginInput[part].safeParse(value);
  if (!read.success) throw new CliError(`${sources[part]}: ${read.error.issues[0]?.message}`);
  return read.data;
}

const fitting = (part: keyof typeof sources, value: string | undefined): string | undefined =>
  runOriginInput[part].safeParse(part === 'label' ? value?.slice(0, 100) : value).data;

/** Shortens `refs/heads/main` to `main`. */
const branchOf = (ref: string | undefined): string | undefined => ref?.replace(/^refs\/(heads|tags)\//, '');
