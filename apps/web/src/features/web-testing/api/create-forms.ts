import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import type { Choice, ChoiceSource } from '../../../shared/choices.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
import { projectField } from '../../../shared/projects/create-project.ts';
import { chosenProject } from '../model/chosen-project.ts';
import { webTestingPaths } from '../paths.ts';
import { webKeys } from './keys.ts';
import { moduleChoices } from './modules.ts';

const project: CreateForm = {
  fields: [
    { type: 'name', name: 'projectName', label: 'Project name' },
    { type: 'description', name: 'projectDescription', label: 'Project description' },
  ],
  refreshes: [webKeys.projects],
  async create({ texts }, context) {
    const { projectId } = await api.call(webTestingRoutes.createProject, {
      body: { projectName: texts.projectName ?? '', projectDescription: texts.projectDescription ?? '', ...context },
    });
    return webTestingPaths.overview({ project: projectId });
  },
};

const inProject = projectField({
  key: webKeys.projects,
  list: (teamId, query, signal) => api.call(webTestingRoutes.listProjects, { query: { teamId, ...query } }, { signal }),
  get: (id) => api.call(webTestingRoutes.getProject, { params: { id } }),
  last: chosenProject.get,
});

const script: CreateForm = {
  fields: [
    inProject,
    {
      type: 'remote',
      name: 'module',
      label: 'Module',
      source: ({ choices }) => moduleChoices(choices.project?.value ?? ''),
      isShown: ({ choices }) => choices.project !== undefined,
    },
    { type: 'name', name: 'testScriptName', label: 'Test script name' },
    { type: 'description', name: 'objective', label: 'Objective' },
  ],
  refreshes: [webKeys.scripts, webKeys.modules],
  async create({ choices, texts }) {
    const { uuid } = await api.call(webTestingRoutes.createScript, {
      query: { moduleUUID: choices.module?.value ?? '' },
      body: {
        testScriptName: texts.testScriptName ?? '',
        objective: texts.objective ?? '',
        moduleName: choices.module?.label ?? '',
      },
    });
    return webTestingPaths.steps(uuid);
  },
};

const sprints: Choice = { value: 'SPRINTS', label: 'Sprints' };
const testLab: Choice = { value: 'TEST_LAB', label: 'Test Lab' };

/** Sprints of a project that aren't completed, as choices. */
const sprintChoices = (projectUUID: string): ChoiceSource => ({
  queryKey: [...webKeys.sprints, 'names', projectUUID],
  load: async ({ page, size, searchTerm }, signal) => {
    const all = await api.call(webTestingRoutes.listActiveSprints, { query: { projectUUID } }, { signal });
    const word = (searchTerm ?? '').toLowerCase();
    const fitting = all.filter(({ sprintName }) => sprintName.toLowerCase().includes(word));
    return {
      total: fitting.length,
      choices: fitting
        .slice(page * size, (page + 1) * size)
        .map(({ uuid, sprintName }) => ({ value: uuid, label: sprintName })),
    };
  },
});

const suite: CreateForm = {
  fields: [
    inProject,
    {
      type: 'option',
      name: 'workspace',
      label: 'WorkSpace',
      options: [sprints, testLab],
      isShown: ({ choices }) => choices.project !== undefined,
    },
    {
      type: 'remote',
      name: 'sprint',
      label: 'Sprints',
      source: ({ choices }) => sprintChoices(choices.project?.value ?? ''),
      isShown: ({ choices }) => choices.workspace?.value === sprints.value,
    },
    { type: 'name', name: 'testSuiteName', label: 'Test suite name' },
    { type: 'description', name: 'description', label: 'Description' },
  ],
  refreshes: [webKeys.suites, webKeys.sprints],
  async create({ choices, texts }) {
    const sprintUUID = choices.sprint?.value ?? '';
    const { uuid } = await api.call(webTestingRoutes.createSuite, {
      query: { uuid: sprintUUID || (choices.project?.value ?? ''), isSprintUUID: sprintUUID ? 'true' : 'false' },
      body: {
        testSuiteName: texts.testSuiteName ?? '',
        description: texts.description ?? '',
        isChaining: false,
        isFunctional: true,
      },
    });
    chosenProject.set(choices.project?.value ?? '');
    return webTestingPaths.tests({ ...(sprintUUID && { sprint: sprintUUID }), suite: uuid });
  },
};

/** createForms forms of the global create dialog for projects, suites and scripts of web testing. */
export const createForms: CreateForms = { project, suite, script };
