import type { ConfigurationInFile, FlowInFile } from '@touchstone/contracts/flows';
import type { SchedulerDoor } from '../../scheduler/index.ts';
import type { FilePart, FilePlace } from '../../workspaces/index.ts';
import { compactDocument } from '../domain/compact-document.ts';
import { readDocument } from '../domain/flow-document.ts';
import { withKeptSecrets, withStoredSecrets } from '../domain/flow-secrets.ts';
import { configurationsStore } from '../store/configurations.store.ts';
import { flowsStore } from '../store/flows.store.ts';
import { assertConfigurationRoom, configurationNamed } from './configurations.ts';
import { countsOf, named, parsed } from './write-flows.ts';

const by = ({ actor: { userId, name } }: FilePlace) => ({ updatedBy: userId, updatedByName: name });

const configurationPart: FilePart<ConfigurationInFile> = {
  async read(sql, scope) {
    const rows = await configurationsStore.list(sql, scope);
    return rows.map(({ id, name, environmentId, variables, parallel }) => ({
      id,
      name,
      environmentId,
      variables,
      parallel,
    }));
  },
  assertRoom: assertConfigurationRoom,
  renameApart: configurationsStore.renameApart,
  async put(sql, place, { id, ...fields }, isNew) {
    const { organizationId, projectId } = place;
    const values = { ...fields, ...by(place) };
    const stored = isNew
      ? configurationsStore.insert(sql, { id, organizationId, projectId, ...values })
      : configurationsStore.update(sql, id, values);
    await configurationNamed(fields.name, stored);
    return [];
  },
  async delete(sql, _place, ids) {
    for (const id of ids) await configurationsStore.delete(sql, id);
  },
  taken: configurationsStore.taken,
};

/** FlowParts are the workflows and run configurations of workspace files. */
export interface FlowParts {
  flowPart: FilePart<FlowInFile>;
  configurationPart: FilePart<ConfigurationInFile>;
}
export const createFlowParts = (scheduler: Pick<SchedulerDoor, 'testsDeleted'>): FlowParts => ({
  flowPart: createFlowPart(scheduler),
  configurationPart,
});

function createFlowPart({ testsDeleted }: Pick<SchedulerDoor, 'testsDeleted'>): FilePart<FlowInFile> {
  return {
    async read(sql, scope, options) {
      const rows = await flowsStore.listOfProject(sql, scope, options);
      return rows.map(({ id, name, description, document }) => ({
        id,
        name,
        description,
        document: compactDocument(withKeptSecrets(document)),
        references: [],
      }));
    },
    normal(item) {
      const read = readDocument(item.document);
      return 'faults' in read ? read : { item: { ...item, document: compactDocument(read.document) } };
    },
    renameApart: flowsStore.renameApart,
    async put(sql, place, { id, name, description, document: given }, isNew) {
      const { organizationId, projectId } = place;
      const before = isNew ? undefined : await flowsStore.find(sql, organizationId, id);
      const { document, missing } = withStoredSecrets(parsed(given), before?.document);
      const values = { name, description, document, ...countsOf(document), ...by(place) };
      const { updatedBy: createdBy, updatedByName: createdByName } = values;
      const stored = before
        ? flowsStore.update(sql, id, values, before.revision)
        : flowsStore.insert(sql, { id, organizationId, projectId, ...values, createdBy, createdByName });
      await named<unknown>(name, stored);
      return missing;
    },
    async delete(sql, { organizationId }, ids) {
      await flowsStore.delete(sql, organizationId, ids);
      await testsDeleted(sql, organizationId, ids);
    },
    taken: flowsStore.taken,
  };
}
