import { createHmac, randomInt } from 'node:crypto';
import type { LoginStatus } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement, UserRecord } from '../../../user-management/index.ts';
import { identityErrors } from '../../errors.ts';
import type { SignInStepStore } from '../../store/sign-in-step.store.ts';
import type { UpstreamStore } from '../../store/upstream.store.ts';
import type { Issuer } from '../issuer/issuer.ts';
import { codeMail } from '../mails/mails.ts';
import type { BotCheck } from './bot-check.ts';
import type { Origin } from './rate-limit.ts';
import type { SignIn } from './sign-in.ts';
import type { TwoFactor } from './two-factor.ts';

const minuteMs = 60_000;
const stepLifeMs = 15 * minuteMs;
const mailedCodeLifeMs = 10 * minuteMs;
const maxMails = 3;
const codeOf = (interaction: string) => `code:${interaction}`;

/** An open sign-in at the issuer, and the proof that this browser started it. */
export interface OpenSignIn extends Origin {
  /** Id of the interaction from the page's address. */
  interaction: string;
  /** Value of the browser's cookie for this interaction: only the browser that started may finish. */
  cookie: string | undefined;
}

/** Interactions completes open sign-ins. All methods throw IDENTITY_INTERACTION_EXPIRED if there is none. */
export interface Interactions {
  /** Returns the parameters of the authorization request. */
  assertOpen(open: Pick<OpenSignIn, 'interaction' | 'cookie'>): Promise<Record<string, unknown>>;
  /** Verifies bot check and password; finishes, or returns that a one-time code is required. */
  login(
    open: OpenSignIn,
    input: { login: string; password: string; botCheck: string | undefined },
  ): Promise<LoginStatus>;
  /** Throws IDENTITY_INVALID_ONE_TIME_CODE or IDENTITY_TOO_MANY_FAILURES. */
  verifyCode(open: OpenSignIn, code: string): Promise<LoginStatus>;
  /** Throws IDENTITY_TOO_MANY_MAILED_CODES. */
  mailCode(open: OpenSignIn): Promise<void>;
  /** The user whose password was correct. */
  findUser(open: Omit<OpenSignIn, 'address' | 'requestId'>): Promise<UserRecord>;
  /** Signs in a user vouched for by an upstream provider; the second factor is still required. */
  admit(open: Origin & { interaction: string }, user: UserRecord, provider: string): Promise<LoginStatus>;
}

export function createInteractions(options: {
  platform: Platform;
  users: UserManagement;
  getIssuer: () => Promise<Issuer>;
  botCheck: BotCheck;
  signIn: SignIn;
  twoFactor: TwoFactor;
  steps: SignInStepStore;
  upstream: UpstreamStore;
  getKey: () => Promise<string>;
}): Interactions {
  const { platform, users, getIssuer, botCheck, signIn, twoFactor, steps, upstream, getKey } = options;
  const { clock } = platform;

  const assertOpen: Interactions['assertOpen'] = async ({ interaction, cookie }) => {
    const { provider } = await getIssuer();
    const found = cookie === interaction ? await provider.Interaction.find(interaction) : undefined;
    if (!found) throw new AppError(identityErrors.interactionExpired);
    return found.params;
  };

  const finish = async (uid: string, user: UserRecord) => {
    const { provider } = await getIssuer();
    const interaction = await provider.Interaction.find(uid);
    if (!interaction) throw new AppError(identityErrors.interactionExpired);
    interaction.result = { login: { accountId: user.userId, remember: true } };
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
    await steps.close(uid);
    return interaction.returnTo;
  };

  const askForCode = async (uid: string, user: UserRecord): Promise<LoginStatus> => {
    await steps.open(uid, user.userId, new Date(clock.now().getTime() + stepLifeMs));
    return { loginMode: '2fa', status: 'otpRequired' };
  };

  const findUser: Interactions['findUser'] = async (open) => {
    await assertOpen(open);
    const step = await steps.find(open.interaction, clock.now());
    const user = step && (await users.findUser(step.userId));
    if (!user?.active) throw new AppError(identityErrors.interactionExpired);
    return user;
  };

  const hashCode = async (interaction: string, code: string) =>
    createHmac('sha256', await getKey())
      .update(`${interaction}:${code}`)
      .digest('base64url');

  return {
    assertOpen,
    findUser,
    async login(open, { login, password, botCheck: solution }) {
      const { interaction, address, requestId } = open;
      await assertOpen(open);
      await botCheck.consume(solution);
      const how = { address, requestId, method: 'browser' as const };
      const user = await signIn.verify({ login, password, ...how });
      await upstream.clearCurrent(user.userId);
      if (await twoFactor.isRequired(user.userId)) return askForCode(interaction, user);
      await signIn.complete(user, how);
      return { loginMode: 'direct', status: 'complete', redirectTo: await finish(interaction, user) };
    },
    async verifyCode(open, code) {
      const { interaction, address, requestId } = open;
      const user = await findUser(open);
      const who = { ...user, address, requestId };
      await twoFactor.useCode(who, code, async (typed) =>
        steps.useMailCode(interaction, await hashCode(interaction, typed), clock.now()),
      );
      await platform.mailer.forget(codeOf(interaction));
      await signIn.complete(user, { address, requestId, method: 'browser' });
      const redirectTo = await finish(interaction, user);
      return { loginMode: '2fa', status: 'complete', redirectTo };
    },
    async mailCode(open) {
      const user = await findUser(open);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const expiresAt = new Date(clock.now().getTime() + mailedCodeLifeMs);
      const hash = await hashCode(open.interaction, code);
      if (!(await steps.setMailCode(open.interaction, { hash, expiresAt, most: maxMails })))
        throw new AppError(identityErrors.tooManyMailedCodes);
      const { email, organizationId } = user;
      await platform.mailer.send({
        to: email,
        organizationId,
        topic: codeOf(open.interaction),
        ...codeMail(user, code),
      });
    },
    async admit({ interaction, address, requestId }, user, provider) {
      if (await twoFactor.isRequired(user.userId)) return askForCode(interaction, user);
      await signIn.complete(user, { address, requestId, method: 'provider', provider });
      return { loginMode: 'social', status: 'complete', redirectTo: await finish(interaction, user) };
    },
  };
}
