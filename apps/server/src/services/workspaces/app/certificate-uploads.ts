import type { CertificateCheck, CertificateUpload } from '@touchstone/contracts/workspaces';
import { type ClientCertificateFacts, checkClientCertificate } from '@touchstone/engine-http';
import { AppError, type ErrorDefinition, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import {
  type CertificateMaterial,
  readCertificateFiles,
  toClientCertificate,
  validityWarning,
} from '../domain/certificate-files.ts';
import { workspaceErrors } from '../errors.ts';
import { certificatesStore, type PendingCertificateRow } from '../store/certificates.store.ts';
import type { Actor } from './actor.ts';
import type { Workspaces } from './workspaces.ts';

const keptMs = 86_400_000;
/** Files are sealed for the location where they were first stored. */
const placeOf = (uploadId: string) => `api_testing.pending_certificate.content:${uploadId}`;

export interface Upload {
  projectId: string;
  uploadId: string;
  passphrase?: string | undefined;
}
/** An upload opened with its passphrase. */
export interface OpenUpload {
  row: PendingCertificateRow;
  material: CertificateMaterial;
  facts: ClientCertificateFacts;
}

/** createCertificateUploads stores uploaded certificates, sealed, for a day, until they are saved. */
export function createCertificateUploads({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { database, secrets, clock } = platform;

  platform.jobs.handle('workspaces.pending-certificates', async () => {
    await certificatesStore.deletePendingBefore(database.sql, new Date(clock.now().getTime() - keptMs));
  });
  platform.jobs.schedule('workspaces.pending-certificates', '43 * * * *');

  /** Opens an upload as a run would; the caller has checked access to the workspace. */
  const open = async (actor: Actor, { projectId, uploadId, passphrase }: Upload): Promise<OpenUpload> => {
    const scope = { projectId, createdBy: actor.userId, uploadId };
    const row = await certificatesStore.findPending(database.sql, scope);
    if (!row) throw new AppError(workspaceErrors.certificateUploadNotFound);
    const material = { content: JSON.parse(secrets.open(row.content, placeOf(row.id))), passphrase };
    const verdict = await checkClientCertificate(toClientCertificate(row.file, material));
    if ('facts' in verdict) return { row, material, facts: verdict.facts };
    switch (verdict.problem) {
      case 'passphrase':
        throw problemAt(
          'passphrase',
          passphrase ? workspaceErrors.certificatePassphraseWrong : workspaceErrors.certificatePassphraseMissing,
        );
      case 'key':
        throw problemAt('uploadId', workspaceErrors.certificateKeyMismatch);
      case 'file':
        throw problemAt('uploadId', workspaceErrors.certificateUnreadable, { reason: verdict.message });
    }
  };

  return {
    open,
    /** Stores uploaded files for a day. Throws if they aren't a certificate with its key. */
    async keep(
      actor: Actor,
      projectId: string,
      files: readonly { fileName: string; bytes: Uint8Array }[],
    ): Promise<CertificateUpload> {
      await workspaces.open(actor, projectId, 'edit');
      if (files.length === 0) throw problemAt('uploadId', workspaceErrors.certificateFileRequired);
      const read = readCertificateFiles(files);
      if ('problem' in read)
        throw problemAt('uploadId', workspaceErrors.certificateUnreadable, { reason: read.problem });
      const uploadId = newId();
      const { type } = read.content;
      const file = files.map(({ fileName }) => fileName).join(', ');
      await certificatesStore.insertPending(database.sql, {
        id: uploadId,
        organizationId: actor.organizationId,
        projectId,
        createdBy: actor.userId,
        type,
        file,
        content: secrets.seal(JSON.stringify(read.content), placeOf(uploadId)),
      });
      return { uploadId, type, file };
    },
    async validate(actor: Actor, input: Upload): Promise<CertificateCheck> {
      await workspaces.open(actor, input.projectId, 'edit');
      const { row, facts } = await open(actor, input);
      const { subject, issuer, fingerprint, validFrom, validTo } = facts;
      return {
        type: row.type,
        subject,
        issuer,
        notBefore: validFrom.toISOString(),
        notAfter: validTo.toISOString(),
        fingerprint,
        warning: validityWarning(facts, clock.now()),
      };
    },
  };
}
export type CertificateUploads = ReturnType<typeof createCertificateUploads>;

/** problemAt returns an error for one field of the form; if there is a reason, the field shows only that. */
export function problemAt(path: string, definition: ErrorDefinition, params: Record<string, string> = {}): AppError {
  const error = new AppError(definition, { params });
  error.details.push({ path, message: params.reason ?? error.message });
  return error;
}
