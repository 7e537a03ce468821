import { AppError } from '@touchstone/kernel';
import type { FastifyRequest } from 'fastify';
import { platformErrors } from '../../../../platform/errors.ts';
import { apiTestingErrors } from '../../errors.ts';

/** An uploaded file. */
export interface UploadedFile {
  bytes: Buffer;
  fileName: string;
}

const filesLimit = 100;

/** readUploads reads the files of a form; together they may be as large as one upload. */
export async function readUploads(request: FastifyRequest, limitMb: number): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw new AppError(apiTestingErrors.noFile);
  const files: UploadedFile[] = [];
  let left = limitMb * 1024 * 1024;
  const tooLarge = (cause?: unknown) => new AppError(platformErrors.tooLarge, { params: { limitMb }, cause });
  try {
    for await (const part of request.files({ limits: { files: filesLimit } })) {
      const bytes = await part.toBuffer().catch((cause: unknown) => {
        throw tooLarge(cause);
      });
      left -= bytes.length;
      if (left < 0) throw tooLarge();
      files.push({ bytes, fileName: part.filename });
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'FST_FILES_LIMIT') throw error;
    throw new AppError(apiTestingErrors.tooManyFiles, { params: { limit: filesLimit }, cause: error });
  }
  if (files.length === 0) throw new AppError(apiTestingErrors.noFile);
  return files;
}
