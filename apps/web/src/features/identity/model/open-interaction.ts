import { beginFlow, type SignInOptions, startSignIn } from './sign-in.ts';

/**
 * openInteraction begins a sign-in behind the page that is open; answers the id of the interaction. Where the issuer has no question, because
 * it knows the browser or accounts are kept elsewhere, it leaves this page and never resolves.
 */
export async function openInteraction(options?: SignInOptions): Promise<string> {
  const { url } = await fetch(beginFlow(options)).catch(() => ({ url: '' }));
  const interaction = url && new URL(url).searchParams.get('interaction');
  if (interaction) return interaction;
  // What the fetch was answered with is spent, or another origin that it may not read: the browser asks by itself.
  startSignIn(options);
  return new Promise(() => undefined);
}
