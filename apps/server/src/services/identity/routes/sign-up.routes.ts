import { identityRoutes, toPhoneNumber } from '@touchstone/contracts/identity';
import type { FastifyRequest } from 'fastify';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { Contact } from '../app/mails/contact.ts';
import type { SignInSettingsReader } from '../app/settings.ts';
import type { SignUp } from '../app/sign-in/sign-up.ts';

const originOf = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id });

export function bindSignUpRoutes(
  registrar: Registrar,
  parts: { signUp: SignUp; contact: Contact; users: UserManagement; getSettings: SignInSettingsReader },
): void {
  const { signUp, contact, users, getSettings } = parts;
  registrar.add(identityRoutes.getSignInSettings, () => getSettings());
  registrar.add(identityRoutes.register, async ({ body, request }) => {
    await signUp.register(body, originOf(request));
    return {
      message: body.isSSO ? 'Your account is ready. Sign in.' : `We sent a link to ${body.login}. Open it to go on.`,
    };
  });
  registrar.add(identityRoutes.resendLink, async ({ body, request }) => {
    await signUp.resendLink({ login: body.login, recaptcha: body.recaptcha }, originOf(request));
    return { message: 'Verification e-mail sent.' };
  });
  registrar.add(identityRoutes.verifyEmail, ({ query }) => signUp.findActivation(query.token));
  registrar.add(identityRoutes.activateAccount, async ({ body, request }) => {
    await signUp.activate(body, originOf(request));
    return { message: 'Your e-mail address is verified and your account is active. Sign in.' };
  });
  registrar.add(identityRoutes.updateUser, async ({ body, caller }) => {
    const { firstName, lastName, countryCode, contactNumber } = body;
    await users.updateProfile(caller.userId, {
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(contactNumber !== undefined && { phoneNumber: toPhoneNumber(countryCode ?? '+1', contactNumber) }),
    });
    return { message: 'Your profile is saved.' };
  });
  registrar.add(identityRoutes.bookDemo, async ({ body, request }) => {
    await contact({ ...body, recaptcha: body.recaptcha, subject: `Demonstration for ${body.name}` }, originOf(request));
    return { message: 'Thank you. We will come back to you to agree on a time.' };
  });
  registrar.add(identityRoutes.dropMessage, async ({ body, request }) => {
    await contact({ ...body, recaptcha: body.recaptcha, subject: `Message of ${body.name}` }, originOf(request));
    return { message: 'Thank you. Your message is on its way.' };
  });
}
