import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { CertificateUploads } from '../app/certificate-uploads.ts';
import type { Certificates } from '../app/certificates.ts';
import type { Workspaces } from '../app/workspaces.ts';
import { readCertificateUpload } from './read-certificate-upload.ts';

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
    return uploads.keep(caller, query.projectId, (await readCertificateUpload(request)).files);
  });
  registrar.add(workspaceRoutes.validateCertificate, ({ caller, body }) => uploads.validate(caller, body));
}
