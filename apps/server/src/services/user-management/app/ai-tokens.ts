import { createHash, randomBytes } from 'node:crypto';
import type { AiToken } from '@touchstone/contracts/user-management';
import { AppError, newId } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { userManagementErrors } from '../errors.ts';
import { type AiTokenRow, aiTokenStore } from '../store/ai-token.store.ts';

/** createAiTokens manages the key with which a user's assistant may call; only its digest is stored. */
export function createAiTokens({ platform }: { platform: Platform }) {
  const { database, clock } = platform;
  const db = database.sql;
  return {
    async aiToken(caller: Caller): Promise<AiToken> {
      return toAiToken(await aiTokenStore.find(db, caller.userId));
    },
    async generateAiToken(caller: Caller): Promise<AiToken & { key: string }> {
      const key = `tsk_${randomBytes(32).toString('base64url')}`;
      const row: AiTokenRow = {
        userId: caller.userId,
        id: newId(),
        keyDigest: digest(key),
        keyEnding: key.slice(-4),
        enabled: true,
        createdAt: clock.now(),
      };
      await aiTokenStore.replace(db, row);
      await platform.audit(caller, { action: 'ai-token.generated', target: row.id });
      return { ...toAiToken(row), key };
    },
    async setAiTokenEnabled(caller: Caller, id: string, enabled: boolean): Promise<AiToken> {
      const row = await aiTokenStore.setEnabled(db, caller.userId, id, enabled);
      if (!row) throw new AppError(userManagementErrors.noAiToken);
      await platform.audit(caller, { action: enabled ? 'ai-token.enabled' : 'ai-token.disabled', target: id });
      return toAiToken(row);
    },
  };
}

const digest = (key: string) => createHash('sha256').update(key).digest('base64url');

const toAiToken = (row: AiTokenRow | undefined): AiToken => ({
  apiToken: row?.id ?? null,
  keyEnding: row?.keyEnding ?? null,
  enabled: row?.enabled ?? false,
  createdAt: row?.createdAt.toISOString() ?? null,
});
