import { createHash } from 'node:crypto';
import { maxBaselineVersions } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../../platform/database/assert-room.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { repositoryErrors } from '../../errors.ts';
import { type BaselinePlace, baselinesStore } from '../../store/baselines.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';

const maxBaselines = 2000;
const maxMb = 20;

/** A picture that becomes a version of a baseline. */
export interface NewPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
  acceptedByName: string;
  isReviewed: boolean;
  runId: string;
}

/** hashOf returns a hash of a picture's bytes. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * createKeepBaseline stores pictures as versions of baselines; content stored by an aborted attempt is deleted again.
 */
export function createKeepBaseline({ platform }: { platform: Platform }) {
  const { database, files } = platform;
  const store = async ({ organizationId, projectId, name }: BaselinePlace, { bytes }: NewPicture): Promise<string> => {
    if (bytes.length > maxMb * 1024 * 1024)
      throw new AppError(repositoryErrors.baselineTooLarge, { params: { mb: maxMb } });
    const { fileId } = await files.put({
      organizationId,
      owner: `project:${projectId}`,
      name: `${name}.png`,
      contentType: 'image/png',
      content: bytes,
    });
    return fileId;
  };
  const versionOf = (
    { width, height, bytes, acceptedByName, isReviewed, runId }: NewPicture,
    place: { baselineId: string; version: number; contentId: string },
  ) => ({ ...place, width, height, sizeBytes: bytes.length, hash: hashOf(bytes), acceptedByName, isReviewed, runId });

  /** Inserts a baseline with its first version; false if the place already has one. */
  const insert = async (db: Sql, place: BaselinePlace, picture: NewPicture, contentId: string): Promise<boolean> => {
    const id = newId();
    if (!(await baselinesStore.insert(db, { ...place, id }))) return false;
    const { projectId } = place;
    const limit = { place: `baselines of ${projectId}`, most: maxBaselines, full: repositoryErrors.tooManyBaselines };
    await assertRoom(db, limit, () => baselinesStore.countProject(db, projectId), 0);
    await baselinesStore.insertVersion(db, versionOf(picture, { baselineId: id, version: 1, contentId }));
    return true;
  };

  /** Runs work that may use the content; if it doesn't, the content is deleted. */
  const withContent = async (
    place: BaselinePlace,
    picture: NewPicture,
    work: (db: Sql, contentId: string) => Promise<{ isUsed: boolean; replaced: readonly string[] }>,
  ): Promise<boolean> => {
    const contentId = await store(place, picture);
    const drop = (id: string) => files.delete(place.organizationId, id);
    const { isUsed, replaced } = await database
      .transaction(async (db) => {
        if (!(await scriptsStore.hold(db, place.scriptId))) throw new AppError(repositoryErrors.baselineScriptGone);
        return work(db, contentId);
      })
      .catch(async (error: unknown) => {
        await drop(contentId);
        throw error;
      });
    for (const id of isUsed ? replaced : [contentId]) await drop(id);
    return isUsed;
  };

  return {
    /** Stores the first picture of a place; false if it already has one. */
    first: (place: BaselinePlace, picture: NewPicture): Promise<boolean> =>
      withContent(place, picture, async (db, contentId) => ({
        isUsed: await insert(db, place, picture, contentId),
        replaced: [],
      })),
    /**
     * Makes a picture the current version. Throws if the current version isn't the one the caller saw; null: it saw
     * none.
     */
    next: (place: BaselinePlace, picture: NewPicture, seenVersion: number | null): Promise<boolean> =>
      withContent(place, picture, async (db, contentId) => {
        if (seenVersion === null) {
          if (!(await insert(db, place, picture, contentId))) throw new AppError(repositoryErrors.baselineChanged);
          return { isUsed: true, replaced: [] };
        }
        const found = await baselinesStore.findAt(db, place);
        const locked = found && (await baselinesStore.lock(db, found.id));
        if (!locked || locked.currentVersion !== seenVersion) throw new AppError(repositoryErrors.baselineChanged);
        const version = locked.newest + 1;
        await baselinesStore.insertVersion(db, versionOf(picture, { baselineId: found.id, version, contentId }));
        await baselinesStore.setCurrent(db, found.id, version);
        const oldest = version - maxBaselineVersions + 1;
        return { isUsed: true, replaced: await baselinesStore.deleteOlder(db, found.id, oldest, version) };
      }),
  };
}
/** KeepBaseline stores pictures as versions of baselines. */
export type KeepBaseline = ReturnType<typeof createKeepBaseline>;
