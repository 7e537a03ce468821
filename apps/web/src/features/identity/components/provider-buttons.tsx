import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { identityProvidersQuery } from '../api/identity.queries.ts';
import { settingsQuery } from '../api/sign-up.queries.ts';
import { choiceInBrowser, chooseProvider } from '../model/provider-choice.ts';
import { authClasses } from './auth-card.tsx';

/** ProviderButtons offers the identity providers of this installation; hidden if there are none. */
export function ProviderButtons() {
  const providers = useQuery(identityProvidersQuery);
  const settings = useQuery(settingsQuery);
  if (!providers.data?.length || !settings.data) return null;
  const choice = settings.data;
  return (
    <>
      <div className={authClasses.or}>or</div>
      <div className={authClasses.form}>
        {providers.data.map(({ alias, displayName, imageUrl }) => (
          <Button
            key={alias}
            variant="default"
            fullWidth
            leftSection={imageUrl ? <img src={imageUrl} alt="" width={16} height={16} /> : undefined}
            onClick={() => chooseProvider(alias, choiceInBrowser(choice))}
          >
            Continue with {displayName}
          </Button>
        ))}
      </div>
    </>
  );
}
