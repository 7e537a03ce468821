import { AppError } from '@touchstone/kernel';
import { identityErrors } from '../errors.ts';
import type { BotCheck } from './bot-check.ts';
import type { Issuer } from './issuer.ts';
import type { SignIn } from './sign-in.ts';

export interface InteractionLogin {
  /** Id of the interaction from the address of the page. */
  interaction: string;
  /** Value of the browser's cookie for this interaction: only the browser that began may finish. */
  cookie: string | undefined;
  login: string;
  password: string;
  botCheck: string | undefined;
  address: string;
  requestId: string;
}

/** finishInteraction checks bot check and password, signs in on the open interaction and answers where the browser goes next. */
export async function finishInteraction(
  input: InteractionLogin,
  options: { issuer: Issuer; botCheck: BotCheck; signIn: SignIn },
): Promise<{ redirectTo: string }> {
  const { issuer, botCheck, signIn } = options;
  const find = () => issuer.provider.Interaction.find(input.interaction);
  if (input.cookie !== input.interaction || !(await find())) throw new AppError(identityErrors.interactionExpired);
  await botCheck.consume(input.botCheck);
  const { login, password, address, requestId } = input;
  const user = await signIn({ login, password, address, requestId, method: 'browser' });
  const interaction = await find();
  if (!interaction) throw new AppError(identityErrors.interactionExpired);
  interaction.result = { login: { accountId: user.userId, amr: ['pwd'], remember: true } };
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  return { redirectTo: interaction.returnTo };
}
