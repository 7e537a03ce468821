import { Alert, Button, Group, Modal, Select, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { servicesQuery } from '../../shared/access/access.queries.ts';
import type { CreateKind, CreateTarget, CreateValues } from '../../shared/create/create-target.ts';
import { usePlace } from '../../shared/feature/place.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { useTeam } from '../../shared/session/use-team.ts';
import { toast } from '../../shared/toasts.ts';
import classes from './create-dialog.module.css';
import { choose, problemsOf, shownFields, startOf } from './create-draft.ts';
import { FormField } from './create-fields.tsx';
import { failureText, kindTexts, notAvailable, pleaseSelect } from './create-rules.ts';
import { loadForms, type OfferedForm, offeredServices } from './offered-services.ts';

interface Props {
  kind: CreateKind;
  targets: readonly CreateTarget[];
  onClose: () => void;
}

/** CreateDialog creates a project, suite or script in any service where the user may create one. */
export function CreateDialog({ kind, targets, onClose }: Props) {
  const { role } = useAccount();
  const { team } = useTeam();
  const services = useQuery(servicesQuery);
  const [isRunning, setRunning] = useState(false);
  const teamId = team?.teamId ?? '';
  const offers = services.data ? offeredServices({ kind, targets, services: services.data, role, teamId }) : [];
  const loaded = useQuery({
    queryKey: ['create-forms', kind, offers.map(({ service }) => service.uuid)],
    queryFn: () => loadForms(offers, kind),
    enabled: services.isSuccess,
  });
  const error = services.error ?? loaded.error;
  useEffect(() => {
    if (!error) return;
    toast('error', failureText(error));
    onClose();
  }, [error, onClose]);
  const leave = () => {
    if (!isRunning) onClose();
  };
  return (
    <Modal opened onClose={leave} title={kindTexts[kind].title}>
      {team ? null : <Alert color="yellow">Please create a team in account settings.</Alert>}
      {team && loaded.isPending ? <Skeleton height={400} /> : null}
      {team && loaded.data ? (
        <ServiceForm
          kind={kind}
          teamId={teamId}
          offers={loaded.data}
          isRunning={isRunning}
          onRunning={setRunning}
          onClose={onClose}
        />
      ) : null}
    </Modal>
  );
}

interface ServiceFormProps {
  kind: CreateKind;
  teamId: string;
  offers: OfferedForm[];
  isRunning: boolean;
  onRunning: (isRunning: boolean) => void;
  onClose: () => void;
}

const nothing: CreateValues = { choices: {}, texts: {} };
const uuidOf = (offer: OfferedForm | undefined) => offer?.service.uuid ?? null;

function ServiceForm({ kind, teamId, offers, isRunning, onRunning, onClose }: ServiceFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const here = usePlace()?.service;
  // The only service, or that of the open page.
  const proposed = offers.length === 1 ? offers[0] : offers.find(({ service }) => service.serviceName === here);
  const [serviceId, setServiceId] = useState(uuidOf(proposed));
  const [values, setValues] = useState<CreateValues>(() => startOf(proposed?.form ?? { fields: [] }));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const offer = offers.find(({ service }) => service.uuid === serviceId);
  const form = offer?.form;
  const problems = form ? problemsOf(form, values) : {};
  const { title, done } = kindTexts[kind];
  const touch = (name: string) => setTouched((before) => new Set(before).add(name));
  const chooseService = (chosen: string | null) => {
    const next = offers.find(({ service }) => service.uuid === chosen)?.form;
    setServiceId(chosen);
    setTouched(new Set());
    setValues(next ? { ...startOf(next), texts: values.texts } : nothing);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!form || !serviceId || isRunning || Object.keys(problems).length > 0) return;
    onRunning(true);
    try {
      const address = await form.create(values, { teamId, serviceStoreId: serviceId });
      for (const queryKey of form.refreshes) void client.invalidateQueries({ queryKey });
      toast('success', done);
      onClose();
      await navigate(address);
    } catch (error) {
      onClose();
      toast('error', failureText(error));
    }
  };
  const missing = offers.length === 0 ? notAvailable('Service') : undefined;
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <h3 className={classes.heading}>Creation procedure</h3>
      <div className={classes.area}>
        <Select
          label="Service"
          placeholder="Choose a service"
          allowDeselect={false}
          maxDropdownHeight={200}
          data={offers.map(({ service }) => ({ value: service.uuid, label: service.serviceName }))}
          value={serviceId}
          onChange={chooseService}
          onBlur={() => touch('service')}
          error={missing ?? (touched.has('service') && !serviceId ? pleaseSelect('Service') : undefined)}
        />
        {form && serviceId
          ? shownFields(form, values).map((field) => (
              <FormField
                key={`${serviceId} ${field.name}`}
                field={field}
                values={values}
                context={{ teamId, serviceStoreId: serviceId }}
                problem={touched.has(field.name) || values.texts[field.name] ? problems[field.name] : undefined}
                onTouch={() => touch(field.name)}
                onText={(text) =>
                  setValues((before) => ({ ...before, texts: { ...before.texts, [field.name]: text } }))
                }
                onChoice={(choice) => setValues((before) => choose(form, before, field.name, choice))}
              />
            ))
          : null}
      </div>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!form || isRunning || Object.keys(problems).length > 0}>
          {title}
        </Button>
      </Group>
    </form>
  );
}
