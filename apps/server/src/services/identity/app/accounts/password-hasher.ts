import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@touchstone/kernel';
import { identityErrors } from '../../errors.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Each computation blocks one of libuv's four threads for about 20 ms and takes 19 MiB. One more than cores, because a
 * turn also waits for the database.
 */
const maxConcurrent = Math.min(3, availableParallelism() + 1);
const longestQueue = 1000;

/** PasswordHasher computes argon2id hashes, a few at a time. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies a password; without a hash it does the same work and returns false, so that both cases take the same time.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /**
   * Runs `work` when its turn comes, and tells it whether it had to wait. Throws IDENTITY_BUSY if too many are waiting.
   */
  inTurn<T>(work: (waited: boolean) => Promise<T>): Promise<T>;
}

/** Different Unicode spellings of a character count as the same password (NIST SP 800-63B §5.1.1.2). */
const normalize = (password: string) => password.normalize('NFKC');

export function createPasswordHasher(): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  let dummy: Promise<string> | undefined;
  const inTurn = async <T>(work: (waited: boolean) => Promise<T>): Promise<T> => {
    const waits = running >= maxConcurrent;
    if (waits) {
      if (waiting.length >= longestQueue) throw new AppError(identityErrors.busy);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work(waits);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    inTurn,
    hash: (password) => inTurn(() => hash(normalize(password), cost)),
    async verify(password, stored) {
      dummy ??= hash('no account has this password', cost);
      const same = await verify(stored ?? (await dummy), normalize(password));
      return same && stored !== undefined;
    },
  };
}
