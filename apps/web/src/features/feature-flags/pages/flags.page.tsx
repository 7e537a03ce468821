import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page, Problem } from '../../../ui/page.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { organizationPaths } from '../../organizations/paths.ts';
import { flagsQuery } from '../api/flags.queries.ts';
import { FlagRow, FlagsSkeleton } from '../components/flag-row.tsx';
import classes from '../components/flags.module.css';

const FlagDialog = lazy(async () => ({ default: (await import('../components/flag-dialog.tsx')).FlagDialog }));
const searchSchema = z.object({ flag: z.string().max(64).catch('').default('') });

/** FlagsPage switches the flags of the installation; rules are in each flag's dialog. */
export function FlagsPage() {
  const [search, setSearch] = useSearchState(searchSchema);
  const flags = useQuery(flagsQuery);
  useRows();
  const opened = flags.data?.find(({ key }) => key === search.flag);
  return (
    <Page
      kind="settings"
      title="Feature flags"
      meta="Switch parts of the product on or off, for everyone or for some"
      actions={
        <Button component={Link} to={organizationPaths.dashboard} variant="default">
          Organizations
        </Button>
      }
    >
      {flags.isError ? <Problem error={flags.error} onRetry={() => void flags.refetch()} /> : null}
      {flags.isPending ? <FlagsSkeleton /> : null}
      {flags.data ? (
        <ul className={classes.flags} aria-label="Feature flags">
          {flags.data.map((flag) => (
            <FlagRow key={flag.key} flag={flag} onEdit={() => setSearch({ flag: flag.key })} />
          ))}
        </ul>
      ) : null}
      {opened ? (
        <Suspense>
          <FlagDialog
            key={opened.key}
            flag={opened}
            onReload={async () => (await flags.refetch()).data?.find(({ key }) => key === opened.key)}
            onClose={() => setSearch({ flag: '' })}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}
