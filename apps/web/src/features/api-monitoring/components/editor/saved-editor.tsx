import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { monitorQuery } from '../../api/monitors.queries.ts';
import { MonitorEditor } from './monitor-editor.tsx';

/** SavedEditor edits a saved monitored API; new measurements don't disturb the form. */
export function SavedEditor({ monitorId, onClose }: { monitorId: string; onClose: () => void }) {
  const { data, error } = useQuery({ ...monitorQuery(monitorId), refetchInterval: false });
  const close = useRef(onClose);
  useEffect(() => {
    if (!error) return;
    toastError(error);
    close.current();
  }, [error]);
  if (!data) return null;
  return <MonitorEditor project={data} monitor={data} onClose={onClose} />;
}
