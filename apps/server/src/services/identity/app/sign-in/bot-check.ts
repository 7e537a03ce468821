import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError, type Clock } from '@touchstone/kernel';
import { z } from 'zod';
import { identityErrors } from '../../errors.ts';
import type { UsedChallengeStore } from '../../store/used-challenge.store.ts';

/** About a tenth of a second of work for a browser, which on average needs half of these hashes. */
const maxNumber = 50_000;
/** As long as an open sign-in lasts: the page solves it while the user types. */
const lifeMs = 60 * 60_000;

interface BotChallenge {
  required: true;
  algorithm: 'SHA-256';
  challenge: string;
  salt: string;
  signature: string;
  maxnumber: number;
}

/** BotCheck issues proof-of-work challenges in the form of ALTCHA (version 1) and verifies their solutions. */
export interface BotCheck {
  createChallenge(): Promise<BotChallenge>;
  /** Throws IDENTITY_RECAPTCHA_MISSING or IDENTITY_RECAPTCHA_REJECTED; doesn't consume the solution. */
  assertSolved(solution: string | undefined): Promise<void>;
  /** Like `assertSolved`, and the solution can't be used again. */
  consume(solution: string | undefined): Promise<void>;
}

const solutionSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  number: z.number().int().min(0).max(maxNumber),
  salt: z.string().max(200),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export function createBotCheck(options: {
  clock: Clock;
  store: UsedChallengeStore;
  getKey: () => Promise<string>;
}): BotCheck {
  const { clock, store, getKey } = options;
  const sign = async (challenge: string) =>
    createHmac('sha256', await getKey())
      .update(challenge)
      .digest('hex');

  const verify = async (solution: string | undefined) => {
    if (!solution) throw new AppError(identityErrors.recaptchaMissing);
    const parsed = solutionSchema.safeParse(decode(solution));
    if (!parsed.success) throw new AppError(identityErrors.recaptchaRejected, { detail: 'unreadable' });
    const { challenge, number, salt, signature } = parsed.data;
    const genuine = timingSafeEqual(Buffer.from(await sign(challenge)), Buffer.from(signature));
    // The salt ends with "&": otherwise digits could be moved from the number to the expiry (CVE-2025-68113).
    const expiresAt = Number(/^[0-9a-f]{24}\?expires=(\d{1,15})&$/.exec(salt)?.[1]);
    const solved = sha256(salt + number) === challenge;
    if (!genuine || !solved || !(expiresAt > clock.now().getTime()))
      throw new AppError(identityErrors.recaptchaRejected, { detail: 'wrong or expired' });
    return { challenge, expiresAt: new Date(expiresAt) };
  };

  return {
    async createChallenge() {
      const salt = `${randomBytes(12).toString('hex')}?expires=${clock.now().getTime() + lifeMs}&`;
      const challenge = sha256(salt + randomInt(maxNumber + 1));
      const signature = await sign(challenge);
      return { required: true, algorithm: 'SHA-256', challenge, salt, signature, maxnumber: maxNumber };
    },
    async assertSolved(solution) {
      const { challenge } = await verify(solution);
      if (await store.isUsed(challenge)) throw new AppError(identityErrors.recaptchaRejected, { detail: 'replayed' });
    },
    async consume(solution) {
      const { challenge, expiresAt } = await verify(solution);
      const fresh = await store.use(challenge, expiresAt);
      if (!fresh) throw new AppError(identityErrors.recaptchaRejected, { detail: 'replayed' });
    },
  };
}

function decode(solution: string): unknown {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
