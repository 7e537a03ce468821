import { Button } from '@mantine/core';
import type { LinkedSpecification } from '@touchstone/contracts/api-testing';
import { Link } from 'react-router';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { formatName } from '../../model/import/import-choice.ts';
import { watchState } from '../../model/import/watch-text.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './import.module.css';
import { SourceWatchControls } from './source-watch-controls.tsx';

interface Options {
  projectId: string;
  canWrite: boolean;
  onReview: (source: LinkedSpecification) => void;
}

/** linkedColumns columns of the list of linked specifications. */
export function linkedColumns({ projectId, canWrite, onReview }: Options): Column<LinkedSpecification>[] {
  return [
    {
      key: 'name',
      header: 'Specification',
      cell: ({ title, name, format }) => (
        <span style={{ display: 'block', minWidth: 0 }}>
          <span className="ellipsis" style={{ display: 'block', fontWeight: 550 }}>
            {title || name}
          </span>
          <span className="dim ellipsis" style={{ display: 'block' }} title={name}>
            {formatName(format)} · {name}
          </span>
        </span>
      ),
    },
    {
      key: 'suite',
      header: 'Suite',
      width: 150,
      cell: ({ suiteId, suiteName }) => (
        <Link className="link" to={apiTestingPaths.suite(suiteId, projectId)}>
          {suiteName}
        </Link>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ watch }) => {
        const state = watchState(watch);
        return state ? (
          <span className={classes.watchState} data-tone={state.tone} title={state.text}>
            {state.text}
          </span>
        ) : (
          <span className="dim">Not watched</span>
        );
      },
    },
    { key: 'checked', header: 'Last check', width: 100, cell: ({ watch }) => <Instant at={watch?.checkedAt} /> },
    { key: 'changed', header: 'Last change', width: 100, cell: ({ watch }) => <Instant at={watch?.changedAt} /> },
    {
      key: 'watch',
      header: 'Check',
      width: 240,
      cell: (source) => <SourceWatchControls source={source} canWrite={canWrite} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      width: 150,
      cell: (source) =>
        canWrite ? (
          <Button
            variant={source.watch?.changes ? 'filled' : 'default'}
            aria-label={`Review changes of ${source.title || source.name}`}
            onClick={() => onReview(source)}
          >
            Review changes
          </Button>
        ) : null,
    },
  ];
}

const Instant = ({ at }: { at: string | null | undefined }) =>
  at ? <RelativeTime at={at} /> : <span className="dim">–</span>;
