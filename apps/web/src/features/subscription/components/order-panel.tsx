import { Button, Group, NumberInput, Radio } from '@mantine/core';
import type { BillingInformation, Price } from '@touchstone/contracts/subscription';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMoney } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useBillingMutations } from '../api/billing.queries.ts';
import { maxSeats, monthlyOf, type Order, orderSchema, totalOf } from '../model/order.ts';
import { subscriptionPaths } from '../paths.ts';
import classes from './subscription.module.css';

const plans = ['PRO', 'ENTERPRISE'] as const;
interface Props {
  prices: Price[];
  billing: BillingInformation | null;
  /** Licences of each service that the organization has. */
  seats: number;
}
interface Problems {
  months?: string;
  seats?: string;
  order?: string;
}

/** OrderPanel orders the renewal of plan and licences. */
export function OrderPanel({ prices, billing, seats }: Props) {
  const navigate = useNavigate();
  const { renew } = useBillingMutations();
  const [order, setOrder] = useState<Order>({
    planType: 'PRO',
    months: 12,
    seats: Math.min(Math.max(1, seats), maxSeats),
  });
  const [problems, setProblems] = useState<Problems>({});
  const total = totalOf(order, prices);
  // A cleared field contains an empty string, which the schema rejects.
  const change = (patch: Partial<Record<keyof Order, string | number>>) => {
    setOrder({ ...order, ...patch } as Order);
    setProblems({});
  };
  const place = async (chosen: Order) => {
    try {
      const { invoiceId } = await renew.mutateAsync(chosen);
      await navigate(subscriptionPaths.confirmationOf(invoiceId));
    } catch (error) {
      setProblems({ order: messageOf(error) });
    }
  };
  const submit = async () => {
    const parsed = orderSchema.safeParse(order);
    if (!parsed.success)
      return setProblems(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])));
    if (!billing) return setProblems({ order: 'Enter the billing information of your organization first.' });
    if (parsed.data.seats >= seats) return place(parsed.data);
    confirmAction({
      title: `Reduce the licences of each service from ${seats} to ${parsed.data.seats}?`,
      message: 'Plan and licences change once the payment is confirmed.',
      confirm: 'Order renewal',
      onConfirm: () => place(parsed.data),
    });
  };
  return (
    <Panel title="Order" padded>
      <form
        className={`form ${classes.column}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Radio.Group label="Plan" value={order.planType} onChange={(planType) => change({ planType })}>
          <div className={classes.plans}>
            {plans.map((plan) => {
              const monthly = monthlyOf(plan, prices);
              return (
                <Radio
                  key={plan}
                  value={plan}
                  label={plan}
                  description={
                    monthly
                      ? `${formatMoney(monthly.cents / 100, monthly.currency)} a month for one licence of each service`
                      : null
                  }
                />
              );
            })}
          </div>
        </Radio.Group>
        <div className={classes.pair}>
          <NumberInput
            label="Licences of each service"
            min={1}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            value={order.seats}
            error={problems.seats}
            onChange={(value) => change({ seats: value })}
          />
          <NumberInput
            label="Months"
            min={1}
            allowDecimal={false}
            allowNegative={false}
            value={order.months}
            error={problems.months}
            onChange={(value) => change({ months: value })}
          />
        </div>
        <p className={classes.total} role="status">
          <span>Total</span>
          <strong className="num">{total ? formatMoney(total.cents / 100, total.currency) : '–'}</strong>
          <span className="dim">Invoiced. The plan starts when payment is confirmed.</span>
        </p>
        {problems.order ? (
          <p role="alert" style={{ color: 'var(--fail)' }}>
            {problems.order}
          </p>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={renew.isPending}>
            Order renewal
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
