import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Flag } from '@touchstone/contracts/feature-flags';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { organizationPaths } from '../../organizations/paths.ts';
import { flagsQuery } from '../api/flags.queries.ts';
import classes from '../components/flags.module.css';
import { valueText } from '../model/flag-text.ts';

const FlagDialog = lazy(async () => ({ default: (await import('../components/flag-dialog.tsx')).FlagDialog }));
const searchSchema = z.object({ flag: z.string().max(64).catch('').default('') });

/** FlagsPage lists the flags of the installation; a click opens one to change it. */
export function FlagsPage() {
  const [search, setSearch] = useSearchState(searchSchema);
  const flags = useQuery(flagsQuery);
  const opened = flags.data?.find(({ key }) => key === search.flag);
  const open = ({ key }: Flag) => setSearch({ flag: key });
  const columns: Column<Flag>[] = [
    { key: 'key', header: 'Flag', width: 220, cell: ({ key }) => <span className="mono">{key}</span> },
    { key: 'description', header: 'Description', cell: ({ description }) => description },
    { key: 'type', header: 'Type', width: 80, cell: ({ type }) => (type === 'boolean' ? 'Switch' : 'Text') },
    {
      key: 'value',
      header: 'Value',
      width: 100,
      cell: ({ value, isChanged }) => (
        <span className={isChanged ? classes.changed : undefined}>{valueText(value)}</span>
      ),
    },
    { key: 'default', header: 'Default', width: 100, cell: ({ defaultValue }) => valueText(defaultValue) },
    { key: 'rules', header: 'Rules', align: 'right', width: 64, cell: ({ rules }) => rules.length },
    { key: 'at', header: 'Changed', width: 120, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
    { key: 'by', header: 'Changed by', width: 180, cell: ({ updatedBy }) => updatedBy ?? '–' },
    {
      key: 'actions',
      header: '',
      width: 96,
      cell: (flag) => (
        <Button variant="default" size="compact-xs" aria-label={`Edit ${flag.key}`} onClick={() => open(flag)}>
          Edit
        </Button>
      ),
    },
  ];
  return (
    <Page
      title="Feature flags"
      meta="Switch parts of the product on or off, for everyone or for some"
      actions={
        <Button component={Link} to={organizationPaths.dashboard} variant="default">
          Organizations
        </Button>
      }
    >
      {flags.isError ? (
        <Problem error={flags.error} onRetry={() => void flags.refetch()} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keys
        <section className={classes.sideways} aria-label="Feature flags, scrolls sideways" tabIndex={0}>
          <DataTable
            label="Feature flags"
            minWidth={1180}
            columns={columns}
            rows={flags.data}
            rowKey={({ key }) => key}
            rowLabel={({ key }) => key}
            onOpen={open}
          />
        </section>
      )}
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
