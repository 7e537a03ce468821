import { Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '../ui/page.tsx';
import { house } from './house.ts';

export function NotFoundPage() {
  return (
    <main style={{ minHeight: '100%', display: 'grid', placeItems: 'center' }}>
      <title>Error Code 404 · Touchstone</title>
      <EmptyState
        icon={<SearchX size={20} />}
        heading="h1"
        title="Opps! we can't find the page you are looking for.."
        action={
          <Button component={Link} to={house.homePath}>
            Go to the dashboard
          </Button>
        }
      >
        Error Code 404
      </EmptyState>
    </main>
  );
}
