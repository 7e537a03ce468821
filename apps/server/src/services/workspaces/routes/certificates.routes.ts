import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { FastifyRequest } from 'fastify';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { CertificateUploads } from '../app/certificate-uploads.ts';
import type { Certificates } from '../app/certificates.ts';
import type { Workspaces } from '../app/workspaces.ts';
import { workspaceErrors } from '../errors.ts';

/** A chain with its key has some ten kilobytes. */
const maxFileBytes = 64 * 1024;
const maxFiles = 2;

export function addCertificateRoutes(
  registrar: Registrar,
  {
    certificates,
    uploads,
    workspaces,
  }: { certificates: Certificates; uploads: CertificateUploads; workspaces: Workspaces },
): void {
  registrar.add(workspaceRoutes.listCertificates, async ({ caller, query }) => ({
    certificates: await certificates.list(caller, query.projectId),
  }));
  registrar.add(workspaceRoutes.createCertificate, ({ caller, body }) => certificates.create(caller, body));
  registrar.add(workspaceRoutes.updateCertificate, ({ caller, body }) => certificates.update(caller, body));
  registrar.add(workspaceRoutes.deleteCertificate, async ({ caller, query }) => {
    await certificates.delete(caller, query.certificateId);
    return { message: 'Certificate deleted' };
  });
  registrar.add(workspaceRoutes.uploadCertificate, async ({ caller, query, request }) => {
    await workspaces.open(caller, query.projectId, 'edit');
    return uploads.keep(caller, query.projectId, await readFiles(request));
  });
  registrar.add(workspaceRoutes.validateCertificate, ({ caller, body }) => uploads.validate(caller, body));
}

async function readFiles(request: FastifyRequest): Promise<{ fileName: string; bytes: Buffer }[]> {
  if (!request.isMultipart()) return [];
  const files: { fileName: string; bytes: Buffer }[] = [];
  try {
    for await (const part of request.files({ limits: { fileSize: maxFileBytes, files: maxFiles } }))
      files.push({ fileName: part.filename.slice(-255), bytes: await part.toBuffer() });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT')
      throw new AppError(workspaceErrors.certificateFilesTooLarge, { cause });
    throw cause;
  }
  return files;
}
