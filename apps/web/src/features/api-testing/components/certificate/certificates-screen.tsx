import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Certificate, Project } from '@touchstone/contracts/workspaces';
import { FileKey2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page, Problem } from '../../../../ui/page.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { useCertificateMutations } from '../../api/certificates/certificates.mutations.ts';
import { certificatesQuery } from '../../api/certificates/certificates.queries.ts';
import { certificateColumns } from '../certificate/certificate-columns.tsx';

const CertificateDialog = lazy(async () => ({
  default: (await import('../certificate/certificate-dialog.tsx')).CertificateDialog,
}));

interface Props {
  project: Pick<Project, 'projectId' | 'projectName'>;
  canWrite: boolean;
}

/** CertificatesScreen is the client certificates page of a workspace, for any service. */
export function CertificatesScreen({ project, canWrite }: Props) {
  const { projectId, projectName } = project;
  const certificates = useQuery(certificatesQuery(projectId));
  const [dialog, setDialog] = useState<{ certificate?: Certificate } | null>(null);
  const { remove } = useCertificateMutations(projectId);
  const add = () => setDialog({});
  useHotkey('create', add, canWrite);

  const edit = (certificate: Certificate) => setDialog({ certificate });
  const askDelete = ({ certificateId, domainName }: Certificate) =>
    confirmAction({
      title: `Delete the certificate for ${domainName}?`,
      message: "Requests to this domain will be sent without it. You can't undo this.",
      confirm: 'Delete certificate',
      onConfirm: () => remove.mutateAsync(certificateId),
    });
  const rows = certificates.data;
  const addButton = canWrite ? <Button onClick={add}>Add certificate</Button> : null;
  return (
    <Page
      title="Certificates"
      documentTitle={`Certificates · ${projectName}`}
      meta={rows ? `${formatCount(rows.length)} in ${projectName}` : projectName}
      actions={rows?.length ? addButton : null}
    >
      {certificates.isError && !rows ? (
        <Problem error={certificates.error} onRetry={() => void certificates.refetch()} />
      ) : (
        <DataTable
          label="Certificates"
          minWidth={900}
          columns={certificateColumns(canWrite ? { onEdit: edit, onDelete: askDelete } : undefined)}
          rows={rows}
          rowKey={(certificate) => certificate.certificateId}
          rowLabel={(certificate) => certificate.domainName}
          {...(canWrite ? { onOpen: edit } : {})}
          empty={
            <EmptyState icon={<FileKey2 size={20} />} title="No certificates yet" action={addButton}>
              A client certificate proves who is calling. Requests to the hosts of its domain present it.
            </EmptyState>
          }
        />
      )}
      <Suspense>
        {dialog ? <CertificateDialog projectId={projectId} {...dialog} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </Page>
  );
}
