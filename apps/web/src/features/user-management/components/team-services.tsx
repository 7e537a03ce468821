import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serviceCatalog } from '@touchstone/contracts/subscription';
import { toast, toastError } from '../../../shared/toasts.ts';
import { Problem } from '../../../ui/page.tsx';
import { useTeamMutations } from '../api/teams.mutations.ts';
import { teamServicesQuery } from '../api/users.queries.ts';
import classes from './account.module.css';

/** TeamServices edits which services a team uses; at least one. */
export function TeamServices({ teamId }: { teamId: string }) {
  const services = useQuery(teamServicesQuery(teamId));
  const { setServices } = useTeamMutations();
  if (services.isError) return <Problem error={services.error} onRetry={() => void services.refetch()} />;
  const used = services.data?.map(({ uuid }) => uuid) ?? [];
  const toggle = (uuid: string, isUsed: boolean) =>
    setServices.mutate(
      { teamId, serviceIds: isUsed ? [...used, uuid] : used.filter((id) => id !== uuid) },
      { onError: toastError, onSuccess: () => toast('success', 'The services of the team are saved.') },
    );
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }} disabled={!services.data || setServices.isPending}>
      <legend className={`eyebrow ${classes.part}`}>Services of the team</legend>
      <div className={classes.column}>
        {serviceCatalog.map(({ uuid, serviceName, description }) => {
          const isUsed = used.includes(uuid);
          const isLast = isUsed && used.length === 1;
          return (
            <Checkbox
              key={uuid}
              label={serviceName}
              description={isLast ? `${description} A team uses at least one service.` : description}
              checked={isUsed}
              disabled={isLast}
              onChange={(event) => toggle(uuid, event.currentTarget.checked)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
