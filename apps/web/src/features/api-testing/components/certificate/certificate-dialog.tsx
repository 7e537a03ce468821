import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import { type Certificate, domainNameSchema } from '@touchstone/contracts/workspaces';
import { type FormEvent, useState } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { useCertificateMutations } from '../../api/certificates/certificates.mutations.ts';
import { problemsOf, useCertificateFile } from '../../model/use-certificate-file.ts';
import classes from './certificate.module.css';
import { CertificateFacts } from './certificate-facts.tsx';

interface Props {
  projectId: string;
  /** Absent to add a certificate. */
  certificate?: Certificate | undefined;
  onClose: () => void;
}

/** CertificateDialog adds a certificate, or changes its domain and replaces its files. */
export function CertificateDialog({ projectId, certificate, onClose }: Props) {
  const { create, update } = useCertificateMutations(projectId);
  const file = useCertificateFile(projectId);
  const [domainName, setDomainName] = useState(certificate?.domainName ?? '');
  const [passphrase, setPassphrase] = useState('');
  const isSaving = create.isPending || update.isPending;

  /** What must be fixed before it can be saved; problems that the server found in the files remain. */
  const findProblems = () => {
    const { domainName: _, ...found } = file.problems;
    const domain = domainNameSchema.safeParse(domainName).error?.issues[0]?.message;
    const isMissing = !file.uploaded && !found.file && !certificate;
    return {
      ...found,
      ...(domain ? { domainName: domain } : {}),
      ...(isMissing ? { file: 'Please select certificate file.' } : {}),
    };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Leaving the passphrase field reopens the files; the server does so anyway when it saves them.
    if (file.isUploading || isSaving) return;
    const problems = findProblems();
    file.setProblems(problems);
    if (problems.domainName || problems.file) return;
    const secret = passphrase ? { passphrase } : {};
    const upload = file.uploaded ? { uploadId: file.uploaded.uploadId, ...secret } : undefined;
    try {
      const saved = certificate
        ? await update.mutateAsync({ certificateId: certificate.certificateId, domainName, ...upload })
        : await create.mutateAsync({ domainName, uploadId: '', ...upload });
      toast('success', `The certificate for ${saved.domainName} is saved.`);
      onClose();
    } catch (error) {
      file.setProblems(problemsOf(error));
    }
  };
  const facts = file.check ?? (file.names.length === 0 ? certificate : undefined);
  const dropLabel = file.isBusy
    ? 'Opening…'
    : file.names.join(', ') ||
      (certificate ? 'Drop new files here to replace them' : 'Drop files here, or choose them');
  return (
    <Modal
      opened
      onClose={onClose}
      title={certificate ? `Certificate for ${certificate.domainName}` : 'Add certificate'}
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={`form ${classes.form}`} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label="Domain name"
          description="Hosts that get the certificate: api.example.com, *.example.com or api.example.com:8443."
          placeholder="api.example.com"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          value={domainName}
          error={file.problems.domainName}
          onChange={(event) => {
            setDomainName(event.currentTarget.value);
            file.setProblems({ ...file.problems, domainName: undefined });
          }}
        />
        <div>
          <FileDrop
            label={dropLabel}
            hint={
              certificate && file.names.length === 0
                ? `Now: ${certificate.file}`
                : 'PEM (certificate and private key, in one file or two) or PFX.'
            }
            multiple
            isBusy={file.isBusy}
            isInvalid={file.problems.file !== undefined}
            onFiles={(files) => void file.take(files, passphrase)}
          />
          {file.problems.file ? (
            <p className={classes.problem} role="alert">
              {file.problems.file}
            </p>
          ) : null}
        </div>
        {file.uploaded || !certificate ? (
          <PasswordInput
            label="Passphrase"
            description="Only for a protected key or PFX file. Stored encrypted and never shown again."
            autoComplete="new-password"
            value={passphrase}
            error={file.problems.passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
            onBlur={() => {
              if (!file.check) void file.reopen(passphrase);
            }}
          />
        ) : null}
        {facts ? <CertificateFacts facts={facts} /> : null}
        <Group justify="flex-end" gap="sm">
          {file.names.length > 0 && !file.isBusy ? (
            <Button variant="subtle" color="gray" mr="auto" onClick={file.clear}>
              Clear files
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving || file.isUploading}>
            {certificate ? 'Save certificate' : 'Add certificate'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
