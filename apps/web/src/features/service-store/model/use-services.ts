import { useQuery } from '@tanstack/react-query';
import type { OfferedService } from '@touchstone/contracts/subscription';
import { servicesQuery } from '../../../shared/access/access.queries.ts';
import { useFlags } from '../../../shared/flags/flag-values.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { toastError } from '../../../shared/toasts.ts';
import { selectService } from '../api/service-store.queries.ts';
import { licensedServices, servicesOfTeam, shownServices } from './shown-services.ts';

/** useServices lists what the user may open: licensed services, of the chosen team; super roles need no licence. */
export function useServices() {
  const { role } = useAccount();
  const { team } = useTeam();
  const { data, isPending, error, refetch } = useQuery(servicesQuery);
  const flags = useFlags();
  const offered = data && shownServices(data, flags);
  const licensed = licensedServices(offered ?? [], role);
  return {
    isPending,
    error,
    refetch,
    /** Everything that the product offers, licensed or not; undefined until it is known. */
    offered,
    hasTeam: team !== undefined,
    isLicensed: licensed.length > 0,
    services: servicesOfTeam(licensed, team?.teamId),
    /** Remembers that the service is worked with in the chosen team. */
    remember({ uuid }: OfferedService) {
      if (team) selectService(uuid, team.teamId).catch(toastError);
    },
  };
}
