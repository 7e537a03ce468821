import { AppError } from '@touchstone/kernel';
import type { FastifyRequest } from 'fastify';
import { workspaceErrors } from '../errors.ts';

/** A chain with its key has about ten kilobytes. */
const maxFileBytes = 64 * 1024;
const maxFiles = 2;

/**
 * readCertificateUpload reads the files of a certificate, and the field `passphrase` if present. Throws if they are too
 * large.
 */
export async function readCertificateUpload(
  request: FastifyRequest,
): Promise<{ files: { fileName: string; bytes: Buffer }[]; passphrase: string | undefined }> {
  const files: { fileName: string; bytes: Buffer }[] = [];
  let passphrase: string | undefined;
  if (!request.isMultipart()) return { files, passphrase };
  try {
    for await (const part of request.parts({ limits: { fileSize: maxFileBytes, files: maxFiles } }))
      if (part.type === 'file') files.push({ fileName: part.filename.slice(-255), bytes: await part.toBuffer() });
      else if (part.fieldname === 'passphrase') passphrase = String(part.value).slice(0, 1024);
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT')
      throw new AppError(workspaceErrors.certificateFilesTooLarge, { cause });
    throw cause;
  }
  return { files, passphrase: passphrase || undefined };
}
