import { useQuery } from '@tanstack/react-query';
import type { OfferedService } from '@touchstone/contracts/subscription';
import { servicesQuery } from '../../../shared/access/access.queries.ts';
import { useFlags } from '../../../shared/flags/flag-values.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { toastError } from '../../../shared/toasts.ts';
import { selectService } from '../api/service-store.queries.ts';
import { licensedServices, servicesOfTeam, shownServices } from './shown-services.ts';

/**
 * useServices returns the services that the user may open: licensed and used by the selected team; super roles need no
 * licence.
 */
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
    /** Everything the product offers, licensed or not; undefined while loading. */
    offered,
    hasTeam: team !== undefined,
    isLicensed: licensed.length > 0,
    services: servicesOfTeam(licensed, team?.teamId),
    /** Stores that the user works with the service in the selected team. */
    remember({ uuid }: OfferedService) {
      if (team) selectService(uuid, team.teamId).catch(toastError);
    },
  };
}
