import { useQuery } from '@tanstack/react-query';
import type { OfferedService } from '@touchstone/contracts';
import { servicesQuery } from '../../../shared/access/access.queries.ts';
import { isOverseer } from '../../../shared/organization/chosen-organization.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { toastError } from '../../../shared/toasts.ts';
import { selectService } from '../api/service-store.queries.ts';

/** useServices lists what the user may open: licensed services, of the chosen team; super roles need no licence. */
export function useServices() {
  const { role } = useAccount();
  const { team } = useTeam();
  const { data, isPending, error, refetch } = useQuery(servicesQuery);
  const licensed = data?.filter(({ licenseStatus }) => licenseStatus !== null || isOverseer(role)) ?? [];
  return {
    ...{ isPending, error, refetch },
    hasTeam: team !== undefined,
    isLicensed: licensed.length > 0,
    services: licensed.filter(({ teamIds }) => !team || teamIds.includes(team.teamId)),
    /** Remembers that the service is worked with in the chosen team. */
    remember({ uuid }: OfferedService) {
      if (team) selectService(uuid, team.teamId).catch(toastError);
    },
  };
}
