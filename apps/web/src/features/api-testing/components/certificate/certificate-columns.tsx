import type { Certificate } from '@touchstone/contracts/workspaces';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import classes from './certificate.module.css';
import { ExpiryLabel } from './expiry-label.tsx';

interface Actions {
  onEdit: (certificate: Certificate) => void;
  onDelete: (certificate: Certificate) => void;
}

/** certificateColumns columns of the certificate list; without `actions` the list is read-only. */
export function certificateColumns(actions?: Actions): Column<Certificate>[] {
  const columns: Column<Certificate>[] = [
    {
      key: 'domain',
      header: 'Domain',
      cell: (certificate) =>
        actions ? (
          <button type="button" className={`link mono ${classes.domain}`} onClick={() => actions.onEdit(certificate)}>
            {certificate.domainName}
          </button>
        ) : (
          <span className="mono">{certificate.domainName}</span>
        ),
    },
    { key: 'type', header: 'Type', width: 70, cell: ({ type }) => type },
    { key: 'subject', header: 'Subject', cell: ({ subject }) => subject },
    { key: 'issuer', header: 'Issuer', cell: ({ issuer }) => <span className="dim">{issuer}</span> },
    {
      key: 'expires',
      header: 'Expires',
      width: 170,
      cell: (certificate) =>
        certificate.hasFiles ? (
          <ExpiryLabel validity={certificate} />
        ) : (
          <StatusLabel status="failed">Files missing</StatusLabel>
        ),
    },
    {
      key: 'updated',
      header: 'Changed',
      align: 'right',
      width: 130,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      align: 'right',
      width: 48,
      cell: (certificate) => (
        <RowMenu
          name={certificate.domainName}
          entries={[
            { label: 'Edit or replace', run: () => actions.onEdit(certificate) },
            { label: 'Delete certificate…', run: () => actions.onDelete(certificate) },
          ]}
        />
      ),
    });
  return columns;
}
