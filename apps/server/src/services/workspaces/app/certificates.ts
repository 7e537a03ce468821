import { type Certificate, type CertificateInFile, normalDomain } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SecretBox } from '../../../platform/secrets.ts';
import type { PlannedCertificate } from '../domain/certificate-files.ts';
import { workspaceErrors } from '../errors.ts';
import { type CertificateRow, certificatesStore } from '../store/certificates.store.ts';
import type { Actor } from './actor.ts';
import { type CertificateUploads, type OpenUpload, problemAt, type Upload } from './certificate-uploads.ts';
import type { FilePart } from './file-part.ts';
import type { Workspaces } from './workspaces.ts';

/** Files are sealed for the location where they were first stored; stored run plans name it too. */
const placeOf = (certificateId: string) => `api_testing.certificate.material:${certificateId}`;

interface CertificateChange extends Omit<Upload, 'uploadId'> {
  certificateId: string;
  domainName: string;
  uploadId?: string | undefined;
}

/**
 * createCertificates manages the client certificates of workspaces; the content of their files is sealed and never
 * returned.
 */
export function createCertificates({
  platform,
  workspaces,
  uploads,
}: {
  platform: Platform;
  workspaces: Workspaces;
  uploads: CertificateUploads;
}) {
  const { database, secrets } = platform;

  const open = async (actor: Actor, certificateId: string): Promise<CertificateRow> => {
    const row = await certificatesStore.find(database.sql, actor.organizationId, certificateId);
    if (!row) throw new AppError(workspaceErrors.certificateNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };

  return {
    async list(actor: Actor, projectId: string): Promise<Certificate[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await certificatesStore.list(database.sql, projectId)).map(toCertificate);
    },
    async create(actor: Actor, input: Upload & { domainName: string }): Promise<Certificate> {
      await workspaces.open(actor, input.projectId, 'edit');
      const upload = await uploads.open(actor, input);
      const id = newId();
      const { projectId } = input;
      const domainName = normalDomain(input.domainName) ?? input.domainName;
      const values = {
        id,
        organizationId: actor.organizationId,
        projectId,
        domainName,
        ...columnsOf(secrets, id, upload),
      };
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
    async update(actor: Actor, input: CertificateChange): Promise<Certificate> {
      const before = await open(actor, input.certificateId);
      if (before.projectId !== input.projectId) throw new AppError(workspaceErrors.certificateNotFound);
      const { certificateId, projectId, uploadId, passphrase } = input;
      if (passphrase && !uploadId) throw problemAt('uploadId', workspaceErrors.certificateFileRequired);
      const upload = uploadId ? await uploads.open(actor, { projectId, uploadId, passphrase }) : undefined;
      const domainName = normalDomain(input.domainName) ?? input.domainName;
      const values = { domainName, ...(upload && columnsOf(secrets, certificateId, upload)) };
      const row = await database
        .transaction(async (sql) => {
          const updated = await certificatesStore.update(sql, certificateId, values);
          if (upload) await certificatesStore.deletePending(sql, upload.row.id);
          return updated;
        })
        .catch((error: unknown) => throwTaken(error, domainName));
      if (!row) throw new AppError(workspaceErrors.certificateNotFound);
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
    /**
     * The certificates that a run of a workspace presents, still sealed; those without files are left out. The caller
     * has checked access to the workspace.
     */
    async plan(projectId: string): Promise<PlannedCertificate[]> {
      const rows = await certificatesStore.list(database.sql, projectId);
      return rows.flatMap(({ id, domainName, material }) =>
        material === null ? [] : [{ domain: domainName, sealed: { value: material, place: placeOf(id) } }],
      );
    },
  };
}
/** Certificates manages the client certificates of workspaces. */
export type Certificates = ReturnType<typeof createCertificates>;

const columnsOf = (secrets: SecretBox, certificateId: string, { row, material, facts }: OpenUpload) => ({
  type: row.type,
  file: row.file,
  material: secrets.seal(JSON.stringify(material), placeOf(certificateId)),
  subject: facts.subject,
  issuer: facts.issuer,
  notBefore: facts.validFrom,
  notAfter: facts.validTo,
  fingerprint: facts.fingerprint,
});

/** copiedCertificate copies a certificate with a new id, sealed for it. */
export function copiedCertificate(secrets: SecretBox, { createdAt: _c, updatedAt: _u, ...row }: CertificateRow) {
  const id = newId();
  if (row.material === null) return { ...row, id };
  const opened = secrets.open(row.material, placeOf(row.id));
  return { ...row, id, material: secrets.seal(opened, placeOf(id)) };
}

const toFacts = (row: CertificateRow) => ({
  type: row.type,
  file: row.file,
  subject: row.subject,
  issuer: row.issuer,
  notBefore: row.notBefore.toISOString(),
  notAfter: row.notAfter.toISOString(),
  fingerprint: row.fingerprint,
});

const toCertificate = (row: CertificateRow): Certificate => ({
  certificateId: row.id,
  projectId: row.projectId,
  domainName: row.domainName,
  ...toFacts(row),
  hasFiles: row.material !== null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/**
 * certificatePart reads and writes the certificates in workspace files: their properties, without the content of their
 * files.
 */
export const certificatePart: FilePart<CertificateInFile> = {
  async read(sql, { projectId }, options) {
    const rows = await certificatesStore.list(sql, projectId, options);
    return rows.map((row) => ({ id: row.id, name: row.domainName, ...toFacts(row) }));
  },
  normal: (item) => ({ item: { ...item, name: normalDomain(item.name) ?? item.name } }),
  renameApart: certificatesStore.renameApart,
  async put(sql, { organizationId, projectId }, { id, name: domainName, ...given }, isNew) {
    const facts = { ...given, notBefore: new Date(given.notBefore), notAfter: new Date(given.notAfter) };
    const stored = isNew
      ? certificatesStore.insert(sql, { id, organizationId, projectId, domainName, ...facts, material: null })
      : certificatesStore.update(sql, id, { domainName });
    const row = await stored.catch((error: unknown) => throwTaken(error, domainName));
    // Existing files stay, even if the workspace file names others.
    return row?.material && row.fingerprint === given.fingerprint ? [] : [`files (${given.file})`];
  },
  async delete(sql, _place, ids) {
    for (const id of ids) await certificatesStore.delete(sql, id);
  },
  taken: certificatesStore.taken,
};

function throwTaken(error: unknown, domainName: string): never {
  if (!isUniqueViolation(error, 'certificate_domain')) throw error;
  throw problemAt('domainName', workspaceErrors.certificateDomainTaken, { domainName });
}
