import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import type { ExecutionSummary, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { preferences } from '../../../../shared/preferences.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { environmentsQuery } from '../../api/environments.queries.ts';
import { scriptQuery } from '../../api/scripts.queries.ts';
import { requestAsSent } from '../../model/request/sent-request.ts';
import { handRequest } from '../../model/tabs/handed-request.ts';
import { apiTestingPaths } from '../../paths.ts';

type Run = Pick<ExecutionSummary, 'projectId' | 'environmentName'>;

/**
 * useEditSent opens a step of a run in the editor as it was sent, in its own tab, so that nothing saved changes. If it
 * still contains variables, the run's environment is selected too.
 */
export function useEditSent({ projectId, environmentName }: Run) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);

  const scriptOf = async ({ scriptId }: StepDetail) => {
    if (!scriptId) return undefined;
    try {
      return await client.fetchQuery({ ...scriptQuery(scriptId), staleTime: 0 });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
  const chooseEnvironment = async (draft: ScriptInput) => {
    if (!environmentName || !JSON.stringify(draft).includes('{{')) return;
    const environments = await client.fetchQuery(environmentsQuery(projectId));
    const used = environments.find((environment) => environment.environmentName === environmentName);
    if (!used) return;
    const chosen = { ...preferences.get().environments, [projectId]: used.environmentId };
    preferences.set({ environments: chosen });
  };
  const editSent = async (step: StepDetail) => {
    setOpening(true);
    try {
      const draft = requestAsSent(step, await scriptOf(step));
      await chooseEnvironment(draft);
      handRequest(projectId, { draft, response: step.exchange ? step : null });
      await navigate(apiTestingPaths.request(projectId));
    } catch (error) {
      setOpening(false);
      toastError(error);
    }
  };
  return { isOpening, editSent };
}
