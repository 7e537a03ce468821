import { Button } from '@mantine/core';
import { PackageOpen } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState, Page } from '../../../ui/page.tsx';

/** AbsentAreaPage is shown at an address of a service that this version doesn't have. */
export function AbsentAreaPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        icon={<PackageOpen size={20} />}
        title={`${title} is not part of this version`}
        action={
          <Button component={Link} to="/dashboard">
            Go to the dashboard
          </Button>
        }
      >
        The services that this server has are in the Services panel.
      </EmptyState>
    </Page>
  );
}
