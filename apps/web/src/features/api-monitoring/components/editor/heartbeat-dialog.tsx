import { Button, Modal } from '@mantine/core';
import type { Monitor } from '@touchstone/contracts/api-monitoring';
import { toastError } from '../../../../shared/toasts.ts';
import { useMonitorMutations } from '../../api/monitors.mutations.ts';
import classes from './editor.module.css';
import { HeartbeatAddress } from './heartbeat-address.tsx';

/** HeartbeatDialog gives a heartbeat a new address; the previous one is then refused. */
export function HeartbeatDialog({ monitor, onClose }: { monitor: Monitor; onClose: () => void }) {
  const { renewHeartbeat } = useMonitorMutations();
  const url = renewHeartbeat.data?.heartbeatUrl;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`New heartbeat address for ${monitor.name}`}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={`form ${classes.form}`}>
        {url ? (
          <HeartbeatAddress url={url} />
        ) : (
          <p>The address in use stops working at once. Jobs that call it must be changed.</p>
        )}
        <div className={classes.foot}>
          <Button variant={url ? 'filled' : 'default'} onClick={onClose}>
            {url ? 'Done' : 'Cancel'}
          </Button>
          {url ? null : (
            <Button
              loading={renewHeartbeat.isPending}
              onClick={() => renewHeartbeat.mutate(monitor.monitorId, { onError: toastError })}
            >
              Create new address
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
