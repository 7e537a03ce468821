import { Button, Group, Modal, Text } from '@mantine/core';
import type { PlanState } from '@touchstone/contracts/subscription';
import { useNavigate } from 'react-router';
import { expiredNotice } from '../../../shared/access/expired-notice.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { useDismissPopup } from '../api/plan.mutations.ts';
import { expiredText, expiredTitle, mayRenew } from '../model/plan-text.ts';
import { subscriptionPaths } from '../paths.ts';

interface Props {
  planType: PlanState['planAudit']['newPlanType'];
  /** Whether the popup is pending too: after this dialog it needn't be shown. */
  popupWaits: boolean;
}

/** ExpiredDialog says that the plan or a licence has expired, with a link to the renewal for users who may renew. */
export function ExpiredDialog({ planType, popupWaits }: Props) {
  const dismiss = useDismissPopup();
  const { role } = useAccount();
  const navigate = useNavigate();
  const close = () => {
    expiredNotice.close();
    if (popupWaits) dismiss.mutate({});
  };
  const renew = () => {
    close();
    void navigate(subscriptionPaths.renew);
  };
  return (
    <Modal opened onClose={close} size={425} title={expiredTitle(planType)}>
      <Text>{expiredText(planType, role)}</Text>
      <Group justify="flex-end" mt="lg" gap="sm" className="form">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        {mayRenew(role) ? <Button onClick={renew}>Go to renewal</Button> : null}
      </Group>
    </Modal>
  );
}
