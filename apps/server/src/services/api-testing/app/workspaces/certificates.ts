import {
  type Certificate,
  type CertificateCheck,
  type CertificateUpload,
  normalDomain,
} from '@touchstone/contracts/api-testing';
import { type ClientCertificateFacts, checkClientCertificate } from '@touchstone/engine-http';
import { AppError, type ErrorDefinition, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type CertificateMaterial,
  type PlannedCertificate,
  readCertificateFiles,
  toClientCertificate,
  validityWarning,
} from '../../domain/workspaces/certificate-files.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type CertificateRow, certificatesStore, type PendingCertificateRow } from '../../store/certificates.store.ts';
import type { Actor, Workspaces } from './workspaces.ts';

const keptMs = 86_400_000;
const uploadPlace = (uploadId: string) => `api_testing.pending_certificate.content:${uploadId}`;
const materialPlace = (certificateId: string) => `api_testing.certificate.material:${certificateId}`;

interface Upload {
  projectId: string;
  uploadId: string;
  passphrase?: string | undefined;
}
/** An upload that was opened with its passphrase. */
interface OpenUpload {
  row: PendingCertificateRow;
  material: CertificateMaterial;
  facts: ClientCertificateFacts;
}

/** createCertificates keeps the client certificates of workspaces; what the files hold is sealed and never answered. */
export function createCertificates({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { database, secrets, clock } = platform;

  platform.jobs.handle('api-testing.pending-certificates', async () => {
    await certificatesStore.deletePendingBefore(database.sql, new Date(clock.now().getTime() - keptMs));
  });
  platform.jobs.schedule('api-testing.pending-certificates', '43 * * * *');

  const open = async (actor: Actor, certificateId: string): Promise<CertificateRow> => {
    const row = await certificatesStore.find(database.sql, actor.organizationId, certificateId);
    if (!row) throw new AppError(apiTestingErrors.certificateNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };

  /** Opens an upload as a run would; the caller has checked the workspace. */
  const openUpload = async (actor: Actor, { projectId, uploadId, passphrase }: Upload): Promise<OpenUpload> => {
    const scope = { projectId, createdBy: actor.userId, uploadId };
    const row = await certificatesStore.findPending(database.sql, scope);
    if (!row) throw new AppError(apiTestingErrors.certificateUploadNotFound);
    const material = { content: JSON.parse(secrets.open(row.content, uploadPlace(row.id))), passphrase };
    const verdict = await checkClientCertificate(toClientCertificate(row.file, material));
    if ('facts' in verdict) return { row, material, facts: verdict.facts };
    switch (verdict.problem) {
      case 'passphrase':
        throw problemAt(
          'passphrase',
          passphrase ? apiTestingErrors.certificatePassphraseWrong : apiTestingErrors.certificatePassphraseMissing,
        );
      case 'key':
        throw problemAt('uploadId', apiTestingErrors.certificateKeyMismatch);
      case 'file':
        throw problemAt('uploadId', apiTestingErrors.certificateUnreadable, { reason: verdict.message });
    }
  };

  const columnsOf = (certificateId: string, { row, material, facts }: OpenUpload) => ({
    type: row.type,
    file: row.file,
    material: secrets.seal(JSON.stringify(material), materialPlace(certificateId)),
    subject: facts.subject,
    issuer: facts.issuer,
    notBefore: facts.validFrom,
    notAfter: facts.validTo,
    fingerprint: facts.fingerprint,
  });

  return {
    async list(actor: Actor, projectId: string): Promise<Certificate[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await certificatesStore.list(database.sql, projectId)).map(toCertificate);
    },
    /** Keeps uploaded files for a day, until they are saved as a certificate. Throws where they are no certificate with its key. */
    async upload(
      actor: Actor,
      projectId: string,
      files: readonly { fileName: string; bytes: Uint8Array }[],
    ): Promise<CertificateUpload> {
      await workspaces.open(actor, projectId, 'edit');
      if (files.length === 0) throw problemAt('uploadId', apiTestingErrors.certificateFileRequired);
      const read = readCertificateFiles(files);
      if ('problem' in read)
        throw problemAt('uploadId', apiTestingErrors.certificateUnreadable, { reason: read.problem });
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
        content: secrets.seal(JSON.stringify(read.content), uploadPlace(uploadId)),
      });
      return { uploadId, type, file };
    },
    async validate(actor: Actor, input: Upload): Promise<CertificateCheck> {
      await workspaces.open(actor, input.projectId, 'edit');
      const { row, facts } = await openUpload(actor, input);
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
    async create(actor: Actor, input: Upload & { domainName: string }): Promise<Certificate> {
      await workspaces.open(actor, input.projectId, 'edit');
      const upload = await openUpload(actor, input);
      const id = newId();
      const { projectId } = input;
      const domainName = normalDomain(input.domainName) ?? input.domainName;
      const values = { id, organizationId: actor.organizationId, projectId, domainName, ...columnsOf(id, upload) };
      const row = await database
        .transaction(async (sql) => {
          const inserted = await certificatesStore.insert(sql, values);
          await certificatesStore.deletePending(sql, upload.row.id);
          return inserted;
        })
        .catch((error: unknown) => throwTaken(error, domainName));
      await platform.audit(actor, { action: 'certificate.created', target: id, detail: { domainName } });
      return toCertificate(row);
    },
    async update(
      actor: Actor,
      input: {
        certificateId: string;
        projectId: string;
        domainName: string;
        uploadId?: string | undefined;
        passphrase?: string | undefined;
      },
    ): Promise<Certificate> {
      const before = await open(actor, input.certificateId);
      if (before.projectId !== input.projectId) throw new AppError(apiTestingErrors.certificateNotFound);
      const { certificateId, projectId, uploadId, passphrase } = input;
      if (passphrase && !uploadId) throw problemAt('uploadId', apiTestingErrors.certificateFileRequired);
      const upload = uploadId ? await openUpload(actor, { projectId, uploadId, passphrase }) : undefined;
      const domainName = normalDomain(input.domainName) ?? input.domainName;
      const values = { domainName, ...(upload && columnsOf(certificateId, upload)) };
      const row = await database
        .transaction(async (sql) => {
          const updated = await certificatesStore.update(sql, certificateId, values);
          if (upload) await certificatesStore.deletePending(sql, upload.row.id);
          return updated;
        })
        .catch((error: unknown) => throwTaken(error, domainName));
      if (!row) throw new AppError(apiTestingErrors.certificateNotFound);
      await platform.audit(actor, {
        action: 'certificate.updated',
        target: certificateId,
        detail: { domainName, isReplaced: upload !== undefined },
      });
      return toCertificate(row);
    },
    async delete(actor: Actor, certificateId: string): Promise<void> {
      const { domainName } = await open(actor, certificateId);
      await certificatesStore.delete(database.sql, certificateId);
      await platform.audit(actor, { action: 'certificate.deleted', target: certificateId, detail: { domainName } });
    },
    /** The certificates that a run of a workspace presents, still sealed. The caller has checked the workspace. */
    async plan(projectId: string): Promise<PlannedCertificate[]> {
      const rows = await certificatesStore.list(database.sql, projectId);
      return rows.map(({ id, domainName, material }) => ({
        domain: domainName,
        sealed: { value: material, place: materialPlace(id) },
      }));
    },
  };
}
export type Certificates = ReturnType<typeof createCertificates>;

const toCertificate = (row: CertificateRow): Certificate => ({
  certificateId: row.id,
  projectId: row.projectId,
  domainName: row.domainName,
  type: row.type,
  file: row.file,
  subject: row.subject,
  issuer: row.issuer,
  notBefore: row.notBefore.toISOString(),
  notAfter: row.notAfter.toISOString(),
  fingerprint: row.fingerprint,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** An error that stands at one field of the form; where there is a reason, the field shows that alone. */
function problemAt(path: string, definition: ErrorDefinition, params: Record<string, string> = {}): AppError {
  const error = new AppError(definition, { params });
  error.details.push({ path, message: params.reason ?? error.message });
  return error;
}

function throwTaken(error: unknown, domainName: string): never {
  if (!isUniqueViolation(error, 'certificate_domain')) throw error;
  throw problemAt('domainName', apiTestingErrors.certificateDomainTaken, { domainName });
}
