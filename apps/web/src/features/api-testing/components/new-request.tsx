import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { keyParts, useHotkey } from '../../../shared/hotkeys.ts';
import { preferences } from '../../../shared/preferences.ts';
import { apiTestingKeys } from '../hotkeys.ts';
import { apiTestingPaths } from '../paths.ts';
import classes from './new-request.module.css';

const rule = { service: 'API Testing', deniedRoles: ['ROLE_SYSTEM'] } as const;

/** useNewRequest opens an unsaved request in the workspace that the user works in; undefined for those who may not send any. */
function useNewRequest(): (() => void) | undefined {
  const mayOpen = useAccess(rule);
  const navigate = useNavigate();
  if (!mayOpen) return undefined;
  return () => void navigate(apiTestingPaths.request(preferences.get().projectId ?? undefined, true));
}

/** NewRequestKey answers the key of a new request on every page; the editor answers it in place. */
export function NewRequestKey() {
  const open = useNewRequest();
  useHotkey(apiTestingKeys.newScript, () => open?.(), open !== undefined);
  return null;
}

/** NewRequestButton stands in the top bar of every page. */
export function NewRequestButton() {
  const open = useNewRequest();
  if (!open) return null;
  return (
    <Button
      className={classes.button}
      variant="default"
      leftSection={<Plus size={14} />}
      title={`New request (${keyParts(apiTestingKeys.newScript.keys).join(' ')})`}
      onClick={open}
    >
      Request
    </Button>
  );
}
