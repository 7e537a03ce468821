import { beginFlow, type SignInOptions, startSignIn } from './sign-in.ts';

/**
 * openInteraction starts a sign-in in the background of the open page; resolves with the id of the interaction. If the
 * issuer has no question, because it knows the browser or accounts are managed elsewhere, leaves this page and never
 * resolves.
 */
export async function openInteraction(options?: SignInOptions): Promise<string> {
  const { url } = await fetch(beginFlow(options)).catch(() => ({ url: '' }));
  const interaction = url && new URL(url).searchParams.get('interaction');
  if (interaction) return interaction;
  // The response of the fetch has been used up, or belongs to another origin and can't be read: the browser navigates
  // itself.
  startSignIn(options);
  return new Promise(() => undefined);
}
