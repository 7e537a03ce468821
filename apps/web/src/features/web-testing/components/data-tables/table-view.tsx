import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveResponse } from '../../../../shared/download.ts';
import { counted } from '../../../../shared/format.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { inOrder } from '../../../../ui/in-order.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { dataTableQuery, fetchTemplate } from '../../api/data-tables.ts';
import { DataTableDialog } from './data-table-dialog.tsx';
import classes from './data-tables.module.css';

const size = 50;

/** TableView shows the rows of a data table, and edits them as CSV. */
export function TableView({ projectId, id, canWrite }: { projectId: string; id: string; canWrite: boolean }) {
  const table = useQuery(dataTableQuery(id));
  const [page, setPage] = useState(0);
  const [csv, setCsv] = useState<string | null>(null);
  const withCsv = async (use: (answer: Response) => Promise<void>) => {
    try {
      await use(await fetchTemplate(projectId, id));
    } catch (error) {
      toast('error', messageOf(error), 'Error Downloading');
    }
  };
  return (
    <Loaded query={table}>
      {({ tableName, columns, rows }) => (
        <div className={classes.view}>
          <Group gap="sm" px={16} py={8}>
            <strong className="grow ellipsis">{tableName}</strong>
            <span className="dim">{counted(rows.length, 'row')}</span>
            <Button
              variant="default"
              onClick={() => void withCsv((answer) => saveResponse(answer, `${tableName}.csv`))}
            >
              Download CSV
            </Button>
            {canWrite ? (
              <Button variant="default" onClick={() => void withCsv(async (answer) => setCsv(await answer.text()))}>
                Edit
              </Button>
            ) : null}
          </Group>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <section className={classes.scroll} tabIndex={0} aria-label={`Rows of ${tableName}`}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">#</th>
                  {inOrder(columns, (column) => (
                    <th scope="col">{column}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(page * size, (page + 1) * size).map((row, index) => {
                  const number = page * size + index + 1;
                  return (
                    <tr key={number}>
                      <td className="dim num">{number}</td>
                      {inOrder(row, (cell) => (
                        <td className="ellipsis" title={cell}>
                          {cell}
                        </td>
                      ))}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </section>
          {rows.length > size ? (
            <TableFoot noun="rows" page={page} size={size} total={rows.length} onPage={setPage} />
          ) : null}
          {csv === null ? null : (
            <DataTableDialog
              projectId={projectId}
              table={{ uuid: id, tableName, csv }}
              onSaved={() => setPage(0)}
              onClose={() => setCsv(null)}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}
