import { ActionIcon } from '@mantine/core';
import { browserTitles, type FarmRunner } from '@touchstone/contracts/web-testing';
import { Copy, Server } from 'lucide-react';
import { formatCount } from '../../../../shared/format.ts';
import { EmptyState } from '../../../../ui/page.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { copyText } from '../../model/live/element-facts.ts';
import { missingBrowsers, systemTitle } from '../../model/missing-browsers.ts';
import classes from './farm.module.css';

interface Row extends FarmRunner {
  key: string;
}

/** Several runners may share a machine. */
const rowsOf = (runners: readonly FarmRunner[]): Row[] =>
  runners.map((runner, index) => ({ ...runner, key: `${index} ${runner.host}` }));
const hostOf = ({ host }: FarmRunner): string => host || 'Unknown machine';

/** RunnerTable lists the runners with their browsers and places, and how to install missing browsers. */
export function RunnerTable({ runners }: { runners: readonly FarmRunner[] }) {
  return (
    <section aria-label="Runners" data-tour="farm-runners">
      <h2>Runners</h2>
      <DataTable
        label="Runners"
        rows={rowsOf(runners)}
        rowKey={({ key }) => key}
        rowLabel={hostOf}
        columns={columns}
        empty={
          <EmptyState icon={<Server size={20} />} title="No runner is connected">
            Scripts wait until one is. Start Touchstone with the role runner on a machine with a browser.
          </EmptyState>
        }
      />
      <Missing runners={runners} />
    </section>
  );
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Machine', cell: hostOf },
  { key: 'system', header: 'System', width: 110, cell: ({ system }) => systemTitle(system) },
  {
    key: 'labels',
    header: 'Labels',
    width: 180,
    cell: ({ labels }) => (labels.length > 0 ? labels.join(', ') : <span className="dim">None</span>),
  },
  {
    key: 'browsers',
    header: 'Browsers',
    width: 320,
    cell: ({ browsers }) =>
      browsers.length > 0 ? (
        <span className={classes.lines}>
          {browsers.map(({ name, version }) => (
            <span key={name}>{[browserTitles[name], version].filter(Boolean).join(' ')}</span>
          ))}
        </span>
      ) : (
        <span className="dim">None</span>
      ),
  },
  {
    key: 'places',
    header: 'Places taken',
    width: 180,
    align: 'right',
    cell: ({ places }) =>
      places ? (
        <span className="num">
          {formatCount(places.taken)} of {formatCount(places.total)}
          {places.waiting > 0 ? ` · ${formatCount(places.waiting)} waiting` : ''}
        </span>
      ) : (
        <span className="dim">Not told</span>
      ),
  },
];

function Missing({ runners }: { runners: readonly FarmRunner[] }) {
  const missing = rowsOf(runners).flatMap((runner) =>
    missingBrowsers(runner).map((browser) => ({ ...browser, runner })),
  );
  if (missing.length === 0) return null;
  return (
    <div className={classes.missing}>
      <h3>Not installed</h3>
      <ul>
        {missing.map(({ name, command, runner }) => (
          <li key={runner.key + name}>
            <span>
              {browserTitles[name]} on {hostOf(runner)}
            </span>
            {command ? (
              <>
                <code>{command}</code>
                <Tip label="Copy command">
                  <ActionIcon size={24} aria-label={`Copy ${command}`} onClick={() => void copyText(command)}>
                    <Copy size={14} />
                  </ActionIcon>
                </Tip>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="dim">Restart Touchstone on the machine afterwards: it looks for browsers when it starts.</p>
    </div>
  );
}
