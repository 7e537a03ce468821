import { useQuery } from '@tanstack/react-query';
import { type RunConfiguration, runTargetTitle } from '@touchstone/contracts/web-testing';
import { environmentsQuery } from '../../../api-testing/index.ts';

/** ConfigurationSummary summarizes where and how a run configuration runs scripts. */
export function ConfigurationSummary({
  projectId,
  configuration,
}: {
  projectId: string;
  configuration: RunConfiguration;
}) {
  const { targets, parallel, retries, recording, healing, environmentUUID } = configuration;
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  const environment = environments.find(({ environmentId }) => environmentId === environmentUUID);
  return (
    <ul className="num" style={{ margin: 0, paddingLeft: 18 }}>
      {targets.map((target) => (
        <li key={runTargetTitle(target)}>{runTargetTitle(target)}</li>
      ))}
      {environment ? <li>Environment {environment.environmentName}</li> : null}
      {parallel > 1 ? <li>{parallel} scripts at once</li> : null}
      {retries > 0 ? <li>Up to {retries} retries per step</li> : null}
      {recording === 'none' ? null : (
        <li>Film, network log and trace of {recording === 'failed' ? 'scripts that fail' : 'every script'}</li>
      )}
      {healing === 'suggest' ? null : (
        <li>{healing === 'heal' ? 'Heals elements that are not found' : 'No look for elements that are not found'}</li>
      )}
    </ul>
  );
}
