import { startSignIn } from './sign-in.ts';

const flagKey = 'touchstone.social-login';

interface ChoicePorts {
  /** Whether this page is in a frame of another site. */
  framed: boolean;
  publicCloud: boolean;
  signUpRoute: string;
  openTab(url: string): void;
  redirect(alias: string): void;
  setFlag(alias: string): void;
}

/**
 * chooseProvider redirects this window to the provider; providers refuse frames, so a framed public edition opens a
 * tab.
 */
export function chooseProvider(alias: string, ports: ChoicePorts): void {
  ports.setFlag(alias);
  if (ports.framed && ports.publicCloud)
    ports.openTab(`/${ports.signUpRoute}?forewardToSSO=true&provider=${encodeURIComponent(alias)}`);
  else ports.redirect(alias);
}

export const choiceInBrowser = (settings: { publicCloud: boolean; signUpRoute: string }): ChoicePorts => ({
  ...settings,
  framed: window.self !== window.top,
  openTab: (url) => window.open(url, '_blank', 'noopener'),
  redirect: (alias) => startSignIn({ providerAlias: alias }),
  setFlag: (alias) => sessionStorage.setItem(flagKey, alias),
});
