import { Button, FileButton } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Profile } from '@touchstone/contracts/user-management';
import { useEffect, useState } from 'react';
import { messageOf, toastError } from '../../../shared/toasts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { photoQuery, useProfileMutations } from '../api/profile.queries.ts';
import { fullName } from '../model/user-text.ts';
import classes from './account.module.css';

/** PhotoPanel shows the user's photo, and uploads another one. */
export function PhotoPanel({ profile }: { profile: Profile }) {
  const { setPhoto, deletePhoto } = useProfileMutations();
  const upload = (file: File | null) => {
    if (file) setPhoto.mutate(file);
  };
  return (
    <Panel title="Photo" padded>
      <div className={classes.person}>
        <Photo profile={profile} />
        <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={upload}>
          {({ onClick }) => (
            <Button variant="default" onClick={onClick} loading={setPhoto.isPending}>
              {profile.photoUrl ? 'Change photo' : 'Upload photo'}
            </Button>
          )}
        </FileButton>
        {profile.photoUrl ? (
          <Button
            variant="subtle"
            color="gray"
            loading={deletePhoto.isPending}
            onClick={() => deletePhoto.mutate(undefined, { onError: toastError })}
          >
            Delete photo
          </Button>
        ) : null}
        <span className="dim">PNG, JPEG, GIF or WebP, at most 2 MB</span>
      </div>
      {setPhoto.isError ? (
        <p role="alert" style={{ color: 'var(--fail)', marginTop: 8 }}>
          {messageOf(setPhoto.error)}
        </p>
      ) : null}
    </Panel>
  );
}

function Photo({ profile }: { profile: Profile }) {
  const { photoUrl, userId } = profile;
  const query = photoQuery(userId, photoUrl ?? '');
  const { data: blob } = useQuery({ ...query, queryFn: photoUrl ? query.queryFn : skipToken });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob || !photoUrl) return setUrl(null);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, photoUrl]);
  if (url) return <img className={classes.photo} src={url} alt={fullName(profile)} />;
  return (
    <span className={classes.photo} aria-hidden>
      {`${profile.firstName.charAt(0)}${profile.lastName.charAt(0)}`.toUpperCase()}
    </span>
  );
}
