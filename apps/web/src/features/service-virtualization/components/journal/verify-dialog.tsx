import { Autocomplete, Button, Group, Modal, NumberInput, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { useJournalMutations } from '../../api/journal.ts';
import { type AddressForm, addressForms } from '../../model/stub/address.ts';
import { Differences } from '../exchange/differences.tsx';
import classes from './journal.module.css';

const counts = [
  { value: 'exactly', label: 'Exactly' },
  { value: 'atLeast', label: 'At least' },
  { value: 'atMost', label: 'At most' },
];
const forms = Object.entries(addressForms).map(([value, label]) => ({ value, label }));

/** VerifyDialog asks whether calls came as often as expected. */
export function VerifyDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { verify } = useJournalMutations(projectId);
  const [method, setMethod] = useState('GET');
  const [form, setForm] = useState<AddressForm>('urlPath');
  const [path, setPath] = useState('/');
  const [count, setCount] = useState('exactly');
  const [number, setNumber] = useState<number | string>(1);
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      verify.reset();
      set(value);
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pattern = { ...(method && { method }), [form]: path };
    verify.mutate({ pattern, [count]: Number(number) });
  };
  return (
    <Modal opened onClose={onClose} title="Verify calls" size={620}>
      <form className="form" noValidate onSubmit={submit}>
        <div className={classes.verify}>
          <Autocomplete
            label="Method"
            data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
            value={method}
            onChange={change((value: string) => setMethod(value.toUpperCase()))}
          />
          <Select
            label="Match by"
            allowDeselect={false}
            data={forms}
            value={form}
            onChange={change((value: string | null) => value && setForm(value as AddressForm))}
          />
          <TextInput
            label="Path"
            data-autofocus
            classNames={{ input: 'mono' }}
            spellCheck={false}
            value={path}
            onChange={(event) => change(setPath)(event.currentTarget.value)}
          />
          <Select
            label="Came"
            allowDeselect={false}
            data={counts}
            value={count}
            onChange={change((value: string | null) => value && setCount(value))}
          />
          <NumberInput
            label="Times"
            min={0}
            allowDecimal={false}
            value={number}
            onChange={change((value: number | string) => setNumber(value))}
          />
        </div>
        {verify.data ? (
          <p className={classes.verdict} role="status">
            <StatusGlyph status={verify.data.passed ? 'passed' : 'failed'} />
            <span>{verify.data.message || `${verify.data.count} matching calls`}</span>
          </p>
        ) : null}
        {verify.data?.near.map(({ entryId, method: sent, url, differences }) => (
          <section key={entryId} aria-label={`Near miss ${sent} ${url}`}>
            <p>
              Nearest: <span className="mono">{`${sent} ${url}`}</span>
            </p>
            <Differences label={`Differences to ${sent} ${url}`} differences={differences} />
          </section>
        ))}
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
