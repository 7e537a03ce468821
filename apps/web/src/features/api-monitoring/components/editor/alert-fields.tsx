import { Checkbox, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { session } from '../../../../shared/session/browser-session.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { policiesQuery, useChannelMutations, usePolicyMutations } from '../../api/alerts.ts';
import { type Alerted, isLimited, policyChanges, whyAlerted } from '../../model/alerts/alert-choice.ts';
import { apiMonitoringPaths } from '../../paths.ts';
import classes from './editor.module.css';

/** useAlertChoice returns the alert policies selected in the form of a monitored API; saved after the monitored API. */
export function useAlertChoice(projectId: string, monitorId: string | undefined) {
  const policies = useQuery(policiesQuery(projectId)).data;
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [mailsMe, setMailsMe] = useState(false);
  const { create: createChannel } = useChannelMutations(projectId);
  const { create: createPolicy, update } = usePolicyMutations(projectId);
  const email = session.getState().account?.email;
  const named = policies?.filter(({ monitorIds }) => monitorId !== undefined && monitorIds.includes(monitorId));
  return {
    policies,
    email,
    chosen: chosen ?? named?.map(({ policyId }) => policyId) ?? [],
    mailsMe,
    choose: setChosen,
    setMailsMe,
    /** Shows why saving failed: the monitored API is saved, and its policies can be edited on their own page. */
    async save(saved: string): Promise<void> {
      try {
        if (mailsMe && email) {
          const settings = { kind: 'email' as const, addresses: [email] };
          const { channelId } = await createChannel.mutateAsync({ name: `E-mail to ${email}`.slice(0, 100), settings });
          const steps = [{ afterMinutes: 0, channelIds: [channelId] }];
          await createPolicy.mutateAsync({ name: 'Everything', steps });
        }
        if (chosen === null) return;
        for (const change of policyChanges(policies ?? [], chosen, saved)) await update.mutateAsync(change);
      } catch (error) {
        toastError(error);
      }
    },
  };
}

interface Props {
  alerted: Alerted;
  choice: ReturnType<typeof useAlertChoice>;
}

/** AlertFields shows who is alerted about a monitored API, and adds it to policies. */
export function AlertFields({ alerted, choice }: Props) {
  const { policies, email, chosen, mailsMe, choose, setMailsMe } = choice;
  if (!policies) return null;
  const enabled = policies.filter(({ isEnabled }) => isEnabled);
  const others = enabled.flatMap((policy) => {
    const why = whyAlerted(policy, alerted);
    return why === undefined ? [] : [`${policy.name} (${why})`];
  });
  const limited = policies.filter((policy) => isLimited(policy) && whyAlerted(policy, alerted) === undefined);
  const hasNoAlertPolicy = others.length === 0 && !enabled.some(({ policyId }) => chosen.includes(policyId));
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Alerts</legend>
      {policies.length === 0 && email ? (
        <Checkbox
          className={classes.wide}
          label={`E-mail ${email} about incidents`}
          description="Creates the first alert policy of this project, for everything in it."
          checked={mailsMe}
          onChange={(event) => setMailsMe(event.currentTarget.checked)}
        />
      ) : (
        <p className={`${classes.wide} dim`}>
          {others.length > 0 ? `Alerted by ${others.join(', ')}. ` : ''}
          {hasNoAlertPolicy ? 'No alert policy is about this API. ' : ''}
          <Link className="link" to={apiMonitoringPaths.alerts} target="_blank" rel="noreferrer">
            Alert policies
          </Link>
        </p>
      )}
      {limited.length > 0 ? (
        <MultiSelect
          className={classes.wide}
          label="Also alert by (optional)"
          searchable
          nothingFoundMessage="No matching policy"
          data={limited.map(({ policyId, name }) => ({ value: policyId, label: name }))}
          value={chosen.filter((id) => limited.some(({ policyId }) => policyId === id))}
          onChange={choose}
        />
      ) : null}
    </fieldset>
  );
}
