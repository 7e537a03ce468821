import { ActionIcon, Button } from '@mantine/core';
import { Send } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { preferences } from '../../../shared/preferences.ts';
import { apiTestingKeys } from '../hotkeys.ts';
import { apiTestingPaths } from '../paths.ts';

/** NewRequestButton opens an unsaved request from any page, also by its key; the editor handles the key itself. */
export function NewRequestButton() {
  const mayOpen = useAccess({ service: 'API Testing', deniedRoles: ['ROLE_SYSTEM'] });
  const navigate = useNavigate();
  const open = () => void navigate(apiTestingPaths.request(preferences.get().projectId ?? undefined, true));
  useHotkey(apiTestingKeys.newScript, open, mayOpen);
  if (!mayOpen) return null;
  return (
    <>
      <Button variant="default" visibleFrom="sm" title={`${apiTestingKeys.newScript.label} (N)`} onClick={open}>
        + Request
      </Button>
      <ActionIcon hiddenFrom="sm" aria-label={apiTestingKeys.newScript.label} onClick={open}>
        <Send size={16} />
      </ActionIcon>
    </>
  );
}
