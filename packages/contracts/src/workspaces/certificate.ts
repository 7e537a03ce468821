import { z } from 'zod';
import { canRead, canWrite, workspaceRoute } from '../route.ts';
import { idInFileSchema, idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'api-testing';
const fileMissing = 'Please select certificate file.';
const domainProblem =
  'Enter a host such as api.example.com, *.example.com or api.example.com:8443, without https:// and path.';

/** `PEM`: certificate and private key as text; `PFX`: both in one PKCS #12 file. */
export const certificateTypes = ['PEM', 'PFX'] as const;
/** File type of a client certificate. */
export type CertificateType = (typeof certificateTypes)[number];

/**
 * normalDomain returns the stored form of a domain: lower case, non-ASCII names as browsers send them. Undefined if the
 * text isn't a host, `*.host` or either with a port.
 */
export function normalDomain(text: string): string | undefined {
  const parts = /^(\*\.)?([^/?#@\s:*[\]\\]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(text.trim());
  if (!parts) return undefined;
  const [, wildcard = '', host = '', port] = parts;
  const address = `https://${host}`;
  if (!URL.canParse(address) || (wildcard && host.startsWith('['))) return undefined;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  return `${wildcard}${new URL(address).hostname}${port === undefined ? '' : `:${Number(port)}`}`;
}

/** The domain that a client certificate is sent to. */
export const domainNameSchema = z
  .string('Please enter domain name.')
  .trim()
  .min(1, 'Please enter domain name.')
  .max(260, domainProblem)
  .refine((text) => normalDomain(text) !== undefined, domainProblem)
  .describe('Host, optionally with port; `*.host` stands for every subdomain');
const uploadIdSchema = z.uuid(fileMissing).describe('From upload-certificate-type');
const passphraseSchema = z.string().max(1024).describe('Opens the private key or the PFX file; never sent back');

/** The information in a certificate. */
const certificateFacts = {
  subject: z.string(),
  issuer: z.string(),
  notBefore: timeSchema,
  notAfter: timeSchema,
  fingerprint: z.string().describe('SHA-256 of the certificate'),
};
const certificateFile = {
  type: z.enum(certificateTypes),
  file: z.string().describe('Names of the files; what they hold is never sent back'),
};
/** A client certificate of a workspace; its key is never returned. */
export const certificateSchema = z.object({
  certificateId: idSchema,
  projectId: idSchema,
  domainName: z.string(),
  ...certificateFile,
  ...certificateFacts,
  hasFiles: z.boolean().describe('false: it came with a workspace file, and its files have to be uploaded again'),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Certificate = z.infer<typeof certificateSchema>;

/** A client certificate in a workspace file: its properties, without its key. */
export const certificateInFileSchema = z.strictObject({
  id: idInFileSchema,
  name: domainNameSchema,
  ...certificateFile,
  ...certificateFacts,
});
/** A client certificate in a workspace file. */
export type CertificateInFile = z.infer<typeof certificateInFileSchema>;

/** A certificate file that was uploaded but not saved yet. */
export const certificateUploadSchema = z.object({ uploadId: idSchema, ...certificateFile });
export type CertificateUpload = z.infer<typeof certificateUploadSchema>;

/** The information in an uploaded certificate. */
export const certificateCheckSchema = z.object({
  type: z.enum(certificateTypes),
  ...certificateFacts,
  warning: z.string().nullable().describe('Why servers may refuse it although it can be saved'),
});
export type CertificateCheck = z.infer<typeof certificateCheckSchema>;

export const certificateRoutes = {
  listCertificates: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/all-certificates',
    summary: 'List the client certificates of a workspace, without their keys',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ certificates: z.array(certificateSchema) }),
  }),
  createCertificate: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/certificates',
    summary: 'Save an uploaded certificate for the hosts of a domain',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      domainName: domainNameSchema,
      uploadId: uploadIdSchema,
      passphrase: passphraseSchema.optional(),
    }),
    status: 201,
    response: certificateSchema,
  }),
  updateCertificate: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/certificates',
    summary: 'Change the domain of a certificate, or replace its files',
    access: canWrite,
    body: z.strictObject({
      certificateId: idSchema,
      projectId: idSchema,
      domainName: domainNameSchema,
      uploadId: uploadIdSchema.optional().describe('Absent: the files stay as they are'),
      passphrase: passphraseSchema.optional().describe('Of the new files'),
    }),
    response: certificateSchema,
  }),
  deleteCertificate: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/certificates',
    summary: 'Delete a certificate; runs that are planned already keep it',
    access: canWrite,
    query: z.strictObject({ certificateId: idSchema }),
    response: okSchema,
  }),
  uploadCertificate: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/certificates/upload-certificate-type',
    summary: 'Upload a PFX file, or certificate and private key in PEM (one or two files); the type is recognized',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({ projectId: idSchema }),
    status: 201,
    response: certificateUploadSchema,
  }),
  validateCertificate: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/certificates/validate-certificate-type',
    summary: 'Open an uploaded certificate: passphrase, whether the key belongs to it, and how long it is valid',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      uploadId: uploadIdSchema,
      passphrase: passphraseSchema.optional(),
    }),
    response: certificateCheckSchema,
  }),
};
