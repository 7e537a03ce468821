import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/**
 * openStorage returns the file storage of this configuration: the bucket of `FILES_URL`, or a folder of the data
 * folder.
 */
export const openStorage = ({ FILES_URL, dataDir }: Pick<Config, 'FILES_URL' | 'dataDir'>): Storage =>
  FILES_URL ? createS3Storage(FILES_URL) : createDiskStorage(join(dataDir, 'files'));
