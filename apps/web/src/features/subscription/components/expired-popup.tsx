import { Button, Group, Modal, Text } from '@mantine/core';
import type { PlanState } from '@touchstone/contracts/subscription';
import { useNavigate } from 'react-router';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toastError } from '../../../shared/toasts.ts';
import { withFewerSeatsConfirmed } from '../../../ui/dialog/confirm-fewer-seats.ts';
import { useDismissPopup } from '../api/plan.mutations.ts';
import { expiredText, expiredTitle, mayRenew } from '../model/plan-text.ts';
import { subscriptionPaths } from '../paths.ts';

/** ExpiredPopup says once that the plan has expired; the server remembers the dismissal. */
export function ExpiredPopup({ planType }: { planType: PlanState['planAudit']['newPlanType'] }) {
  const { role } = useAccount();
  const navigate = useNavigate();
  const dismiss = useDismissPopup();
  const renew = async () => {
    await dismiss.mutateAsync({});
    await navigate(subscriptionPaths.history);
  };
  const continueFree = () =>
    withFewerSeatsConfirmed((confirmed) => dismiss.mutateAsync({ continueFree: 'true', ...confirmed })).catch(
      toastError,
    );
  return (
    <Modal opened onClose={() => dismiss.mutate({})} size={440} title={expiredTitle(planType)}>
      <Text>{expiredText(planType, role)}</Text>
      <Group justify="flex-end" mt="lg" gap="sm" className="form">
        {mayRenew(role) ? (
          <>
            <Button
              variant="default"
              loading={dismiss.isPending && dismiss.variables.continueFree === 'true'}
              onClick={() => void continueFree()}
            >
              Continue with the free edition
            </Button>
            <Button disabled={dismiss.isPending} onClick={() => void renew().catch(() => undefined)}>
              Renew
            </Button>
          </>
        ) : (
          <Button loading={dismiss.isPending} onClick={() => dismiss.mutate({})}>
            Close
          </Button>
        )}
      </Group>
    </Modal>
  );
}
