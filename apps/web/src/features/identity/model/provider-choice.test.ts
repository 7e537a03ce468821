import { expect, test, vi } from 'vitest';
import { chooseProvider } from './provider-choice.ts';

const ports = (more: { framed?: boolean; publicCloud?: boolean } = {}) => ({
  framed: false,
  publicCloud: false,
  signUpRoute: 'sign-up',
  openTab: vi.fn(),
  redirect: vi.fn(),
  setFlag: vi.fn(),
  ...more,
});

test('a selected provider sets the flag and redirects the same window [sign-up-5]', () => {
  for (const more of [{}, { publicCloud: true }, { framed: true }]) {
    const world = ports(more);
    chooseProvider('github', world);
    expect(world.setFlag).toHaveBeenCalledWith('github');
    expect(world.redirect).toHaveBeenCalledWith('github');
    expect(world.openTab).not.toHaveBeenCalled();
  }
});

test('in an embedding frame of the public edition a tab opens on the sign-up route with the provider [sign-up-5]', () => {
  const world = ports({ framed: true, publicCloud: true });
  chooseProvider('a&b', world);
  expect(world.openTab).toHaveBeenCalledWith('/sign-up?forewardToSSO=true&provider=a%26b');
  expect(world.redirect).not.toHaveBeenCalled();
});
