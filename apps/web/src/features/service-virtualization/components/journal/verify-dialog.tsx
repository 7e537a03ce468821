import {
  Autocomplete,
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { MockVerification } from '@touchstone/contracts/service-virtualization';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { useJournalMutations } from '../../api/journal.ts';
import { orderOf } from '../../model/call-order.ts';
import { type AddressForm, addressForms } from '../../model/stub/address.ts';
import { Differences } from '../exchange/differences.tsx';
import classes from './journal.module.css';

/** How many of which calls are expected. */
interface Count {
  method: string;
  form: AddressForm;
  path: string;
  compare: string;
  times: number | string;
}

const compares = [
  { value: 'exactly', label: 'Exactly' },
  { value: 'atLeast', label: 'At least' },
  { value: 'atMost', label: 'At most' },
];
const forms = Object.entries(addressForms).map(([value, label]) => ({ value, label }));

/** VerifyDialog checks whether calls were received as often as expected, or in the expected order. */
export function VerifyDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { verify } = useJournalMutations(projectId);
  const [mode, setMode] = useState('count');
  const [count, setCount] = useState<Count>({
    method: 'GET',
    form: 'urlPath',
    path: '/',
    compare: 'exactly',
    times: 1,
  });
  const [order, setOrder] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const forget = () => {
    verify.reset();
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mode === 'order') {
      const read = orderOf(order);
      if ('problem' in read) setProblem(read.problem);
      else verify.mutate(read);
      return;
    }
    const { method, form, path, compare, times } = count;
    verify.mutate({ pattern: { ...(method && { method }), [form]: path }, [compare]: Number(times) });
  };
  return (
    <Modal opened onClose={onClose} title="Verify calls" size={620}>
      <form className="form" noValidate onSubmit={submit} onChange={forget}>
        <SegmentedControl
          aria-label="Verify"
          mb="md"
          data={[
            { value: 'count', label: 'Count' },
            { value: 'order', label: 'Order' },
          ]}
          value={mode}
          onChange={setMode}
        />
        {mode === 'order' ? (
          <OrderField order={order} problem={problem} onChange={setOrder} />
        ) : (
          <CountFields
            count={count}
            onChange={(patch) => {
              forget();
              setCount({ ...count, ...patch });
            }}
          />
        )}
        {verify.data ? <Verdict found={verify.data} /> : null}
        {verify.error ? (
          <p className={classes.problem} role="alert">
            {messageOf(verify.error)}
          </p>
        ) : null}
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={verify.isPending}>
            Verify calls
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function CountFields({ count, onChange }: { count: Count; onChange: (patch: Partial<Count>) => void }) {
  return (
    <div className={classes.verify}>
      <Autocomplete
        label="Method"
        data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
        value={count.method}
        onChange={(method) => onChange({ method: method.toUpperCase() })}
      />
      <Select
        label="Match by"
        allowDeselect={false}
        data={forms}
        value={count.form}
        onChange={(form) => form && onChange({ form: form as AddressForm })}
      />
      <TextInput
        label="Path"
        data-autofocus
        classNames={{ input: 'mono' }}
        spellCheck={false}
        value={count.path}
        onChange={(event) => onChange({ path: event.currentTarget.value })}
      />
      <Select
        label="Came"
        allowDeselect={false}
        data={compares}
        value={count.compare}
        onChange={(compare) => compare && onChange({ compare })}
      />
      <NumberInput
        label="Times"
        min={0}
        allowDecimal={false}
        value={count.times}
        onChange={(times) => onChange({ times })}
      />
    </div>
  );
}

interface OrderProps {
  order: string;
  problem: string | null;
  onChange: (order: string) => void;
}

function OrderField({ order, problem, onChange }: OrderProps) {
  return (
    <Textarea
      label="Requests in order"
      description="One a line. Other calls may come in between."
      placeholder={'POST /orders\nGET /orders/1'}
      classNames={{ input: 'mono' }}
      spellCheck={false}
      autosize
      minRows={3}
      maxRows={12}
      error={problem}
      value={order}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The result, and the closest calls. */
function Verdict({ found: { passed, message, count, near } }: { found: MockVerification }) {
  return (
    <>
      <p className={classes.verdict} role="status">
        <StatusGlyph status={passed ? 'passed' : 'failed'} />
        <span>{message || `${count} matching calls`}</span>
      </p>
      {near.map(({ entryId, method, url, differences }) => (
        <section key={entryId} aria-label={`Near miss ${method} ${url}`}>
          <p>
            Nearest: <span className="mono">{`${method} ${url}`}</span>
          </p>
          <Differences label={`Differences to ${method} ${url}`} differences={differences} />
        </section>
      ))}
    </>
  );
}
