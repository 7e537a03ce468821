import { identityRoutes } from '@touchstone/contracts/identity';
import type { FastifyRequest } from 'fastify';
import type { Authenticate } from '../../../platform/http/caller.ts';
import { identify, type Registrar } from '../../../platform/http/registrar.ts';
import type { Interactions } from '../app/sign-in/interaction.ts';
import type { TwoFactor } from '../app/sign-in/two-factor.ts';
import { forgetSignIn, openSignIn } from './cookies.ts';

export function bindTwoFactorRoutes(
  registrar: Registrar,
  parts: { twoFactor: TwoFactor; interactions: Interactions; authenticate: Authenticate },
): void {
  const { twoFactor, interactions, authenticate } = parts;
  // These routes are public by contract: the caller presents a token here, or has an open sign-in.
  const callerOf = (request: FastifyRequest) => identify(request, authenticate);

  registrar.add(identityRoutes.getQrCode, async ({ body, request }) =>
    twoFactor.enrol(await callerOf(request), body.name),
  );
  registrar.add(identityRoutes.validateOtp, async ({ body, request }) => ({
    message: 'The authenticator app is added. Sign-in asks for its code from now on.',
    recoveryCodes: await twoFactor.confirm(await callerOf(request), body),
  }));
  registrar.add(identityRoutes.listOtpDevices, async ({ query, request }) => {
    const { interaction } = query;
    const { userId } = interaction
      ? await interactions.findUser(openSignIn(request, interaction))
      : await callerOf(request);
    const { enabled, devices, recoveryCodesLeft } = await twoFactor.describe(userId);
    return {
      enabled,
      recoveryCodesLeft,
      devices: devices.map(({ id, name, createdAt, lastUsedAt }) => ({
        deviceId: id,
        deviceName: name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  });
  registrar.add(identityRoutes.updateOtpStatus, async ({ body, request }) => {
    await twoFactor.setEnabled(await callerOf(request), body);
    return { message: `Two-factor authentication is ${body.enabled ? 'on' : 'off'}.` };
  });
  registrar.add(identityRoutes.removeOtpDevice, async ({ body, request }) => {
    await twoFactor.removeDevice(await callerOf(request), body);
    return { message: 'The authenticator app is removed.' };
  });
  registrar.add(identityRoutes.createRecoveryCodes, async ({ body, request }) => ({
    recoveryCodes: await twoFactor.createRecoveryCodes(await callerOf(request), body),
  }));

  registrar.add(identityRoutes.verifyOtp, async ({ body, request, reply }) => {
    const status = await interactions.verifyCode(openSignIn(request, body.interaction), body.code);
    forgetSignIn(reply, body.interaction);
    return status;
  });
  registrar.add(identityRoutes.sendOtp, async ({ body, request }) => {
    await interactions.mailCode(openSignIn(request, body.interaction));
    return { message: 'A code is on its way to your e-mail address.' };
  });
}
