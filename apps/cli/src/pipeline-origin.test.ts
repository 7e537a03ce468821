import { expect, test } from 'vitest';
import { pipelineOrigin } from './pipeline-origin.ts';

const commit = '4f2c1d9a7b3e5f60718293a4b5c6d7e8f9012345';

test.each([
  ['GitHub Actions', { GITHUB_ACTIONS: 'true', GITHUB_SHA: commit, GITHUB_REF_NAME: 'main' }, 'main'],
  [
    'a pull request of GitHub',
    { GITHUB_ACTIONS: 'true', GITHUB_SHA: commit, GITHUB_REF_NAME: '12/merge', GITHUB_HEAD_REF: 'faster-cart' },
    'faster-cart',
  ],
  ['GitLab CI', { GITLAB_CI: 'true', CI_COMMIT_SHA: commit, CI_COMMIT_REF_NAME: 'release/2' }, 'release/2'],
  ['Jenkins', { JENKINS_URL: 'http://ci/', GIT_COMMIT: commit, GIT_BRANCH: 'origin/main' }, 'origin/main'],
  [
    'Azure Pipelines',
    { TF_BUILD: 'True', BUILD_SOURCEVERSION: commit, BUILD_SOURCEBRANCH: 'refs/heads/team/cart' },
    'team/cart',
  ],
  ['CircleCI', { CIRCLECI: 'true', CIRCLE_SHA1: commit, CIRCLE_TAG: 'v2.1' }, 'v2.1'],
  ['Travis CI', { TRAVIS: 'true', TRAVIS_COMMIT: commit, TRAVIS_BRANCH: 'main' }, 'main'],
  ['Bitbucket', { BITBUCKET_BUILD_NUMBER: '7', BITBUCKET_COMMIT: commit, BITBUCKET_BRANCH: 'main' }, 'main'],
  ['Buildkite', { BUILDKITE: 'true', BUILDKITE_COMMIT: commit, BUILDKITE_BRANCH: 'main' }, 'main'],
  ['TeamCity', { TEAMCITY_VERSION: '2026.1', BUILD_VCS_NUMBER: commit }, undefined],
  ['Drone', { DRONE: 'true', DRONE_COMMIT_SHA: commit, DRONE_BRANCH: 'main' }, 'main'],
  ['Woodpecker', { CI_PIPELINE_FORGE_URL: 'http://f/', CI_COMMIT_SHA: commit, CI_COMMIT_BRANCH: 'main' }, 'main'],
  ['AppVeyor', { APPVEYOR: 'True', APPVEYOR_REPO_COMMIT: commit, APPVEYOR_REPO_BRANCH: 'main' }, 'main'],
  [
    'CodeBuild',
    {
      CODEBUILD_BUILD_ID: 'b:1',
      CODEBUILD_RESOLVED_SOURCE_VERSION: commit,
      CODEBUILD_WEBHOOK_HEAD_REF: 'refs/heads/main',
    },
    'main',
  ],
])('%s provides branch and commit', (_, environment, label) => {
  expect(pipelineOrigin({}, environment)).toEqual({ commit, ...(label && { label }) });
});

test('outside of a pipeline there is no origin, whatever else is set', () => {
  expect(pipelineOrigin({}, { CI: 'true', GIT_COMMIT: commit, PATH: '/bin' })).toEqual({});
});

test('options override variables of the product, these override those of the pipeline', () => {
  const pipeline = { GITHUB_ACTIONS: 'true', GITHUB_SHA: commit, GITHUB_REF_NAME: 'main' };
  const own = { ...pipeline, TOUCHSTONE_LABEL: 'nightly', TOUCHSTONE_COMMIT: 'r812' };
  expect(pipelineOrigin({}, own)).toEqual({ label: 'nightly', commit: 'r812' });
  expect(pipelineOrigin({ label: 'by hand', commit: 'abc1234' }, own)).toEqual({ label: 'by hand', commit: 'abc1234' });
});

test('unsupported values of a pipeline are dropped or cut; those of a user are rejected with a reason', () => {
  const pipeline = { GITLAB_CI: 'true', CI_COMMIT_SHA: 'not a commit', CI_COMMIT_REF_NAME: 'x'.repeat(130) };
  expect(pipelineOrigin({}, pipeline)).toEqual({ label: 'x'.repeat(100) });
  expect(() => pipelineOrigin({ commit: 'not a commit' }, {})).toThrow(/--commit.*id of a commit/);
  expect(() => pipelineOrigin({ label: 'a\nb' }, {})).toThrow(/--label.*one line/);
});
