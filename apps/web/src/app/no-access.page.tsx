import { Button } from '@mantine/core';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '../ui/page.tsx';
import { house } from './house.ts';

/** NoAccessPage is shown in place of a page that the user's role may not open. */
export function NoAccessPage() {
  return (
    <>
      <title>No access · Touchstone</title>
      <EmptyState
        icon={<Lock size={20} />}
        heading="h1"
        title="Your role has no access to this page."
        action={
          <Button component={Link} to={house.homePath}>
            Go to the dashboard
          </Button>
        }
      >
        Ask an administrator of your organization if you need it.
      </EmptyState>
    </>
  );
}
