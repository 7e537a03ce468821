import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Organization } from '@touchstone/contracts/user-management';
import { formatCount } from '../../../shared/format.ts';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { Problem } from '../../../ui/page.tsx';
import { licencesByStatusQuery } from '../api/organizations.queries.ts';

/** LicencesDialog counts the licences of an organization by their state. */
export function LicencesDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const licences = useQuery(licencesByStatusQuery(organization.organizationId));
  const shown = (count: number | undefined) => (count === undefined ? '–' : formatCount(count));
  return (
    <Modal opened onClose={onClose} title={`Licences of ${organization.organizationName}`}>
      {licences.isError ? (
        <Problem error={licences.error} onRetry={() => void licences.refetch()} />
      ) : (
        <StatTiles
          stats={[
            { label: 'Active', value: shown(licences.data?.active) },
            { label: 'Expired', value: shown(licences.data?.expired) },
          ]}
        />
      )}
    </Modal>
  );
}
