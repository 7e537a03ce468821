import { orchestrationIcon, orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { api } from '../../../shared/api.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
import { colours } from '../model/colours.ts';
import { orchestrationPaths } from '../paths.ts';
import { orchestrationKeys } from './orchestration.queries.ts';

const project: CreateForm = {
  fields: [
    { type: 'name', name: 'name', label: 'Project name' },
    { type: 'name', name: 'key', label: 'Key' },
    { type: 'description', name: 'description', label: 'Project description', isOptional: true },
    { type: 'option', name: 'color', label: 'Colour', options: colours, initialOption: colours[0] },
  ],
  refreshes: [orchestrationKeys.all],
  async create({ texts, choices }, context) {
    const { deepLinkId } = await api.call(orchestrationRoutes.createFolder, {
      body: {
        name: texts.name ?? '',
        description: texts.description ?? '',
        deepLinkId: (texts.key ?? '').trim().toUpperCase(),
        color: (choices.color ?? colours[0]).value,
        icon: orchestrationIcon,
        isRootFolder: true,
        isStarred: false,
        ...context,
      },
    });
    return orchestrationPaths.folder(deepLinkId);
  },
};

/** createForms forms of the global create dialog for projects of test orchestration. */
export const createForms: CreateForms = { project };
