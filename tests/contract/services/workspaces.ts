import { all, destroys, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';
import { sampleDatabase } from '../sample-inputs.ts';

/** Workspaces, their environments, certificates, files and databases. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-testing/api/all-certificates
      GET api-testing/api/data-file
      GET api-testing/api/database-configurations
      GET api-testing/api/deleted-projects
      GET api-testing/api/deleted-variables
      GET api-testing/api/download-file
      GET api-testing/api/find
      GET api-testing/api/get-environments-by-projectId
      GET api-testing/api/get-variables
      GET api-testing/api/get-variables-by-environment
      GET api-testing/api/project
      POST api-testing/api/project-details
      GET api-testing/api/projects
    `,
    membersWhoChange: `
      DELETE api-testing/api/Delete-global
      DELETE api-testing/api/certificates
      POST api-testing/api/certificates
      PUT api-testing/api/certificates
      POST api-testing/api/certificates/upload-certificate-type
      POST api-testing/api/certificates/validate-certificate-type
      GET api-testing/api/clone-variables-environment
      POST api-testing/api/create-variable
      POST api-testing/api/data-file
      DELETE api-testing/api/database-configurations
      POST api-testing/api/database-configurations
      PUT api-testing/api/database-configurations
      POST api-testing/api/database-configurations/test-connection
      DELETE api-testing/api/delete-variables
      DELETE api-testing/api/deleted-projects
      DELETE api-testing/api/deleted-variables
      POST api-testing/api/global-create
      DELETE api-testing/api/project
      POST api-testing/api/projects
      PUT api-testing/api/projects
      PUT api-testing/api/restore-deleted-project
      PUT api-testing/api/restore-deleted-variables
      PUT api-testing/api/update-global
      PUT api-testing/api/update-variable
      POST api-testing/api/upload-file
      DELETE api-testing/api/variables-environment
      POST api-testing/api/variables-environment
      PUT api-testing/api/variables-environment
    `,
  },
  expectations: {
    'GET api-testing/api/find': all(200),
    'GET api-testing/api/projects': all(200),
    'POST api-testing/api/projects': { ...writes(201), stranger: 201, outsider: 409 },
    'PUT api-testing/api/projects': { ...writes(), colleague: 403 },
    'DELETE api-testing/api/project': { ...destroys, colleague: 403 },
    'GET api-testing/api/project': reads,
    'POST api-testing/api/project-details': reads,
    'POST api-testing/api/upload-file': { stranger: 404, outsider: 404, guest: 403, colleague: 400, owner: 400 },
    'GET api-testing/api/download-file': reads,
    'GET api-testing/api/get-environments-by-projectId': reads,
    'POST api-testing/api/variables-environment': writes(201),
    'PUT api-testing/api/variables-environment': writes(),
    'DELETE api-testing/api/variables-environment': destroys,
    'GET api-testing/api/clone-variables-environment': writes(),
    'GET api-testing/api/get-variables': reads,
    'GET api-testing/api/get-variables-by-environment': reads,
    'POST api-testing/api/create-variable': writes(201),
    'PUT api-testing/api/update-variable': writes(),
    'DELETE api-testing/api/delete-variables': destroys,
    'POST api-testing/api/global-create': writes(201),
    'PUT api-testing/api/update-global': writes(),
    'DELETE api-testing/api/Delete-global': destroys,
    'GET api-testing/api/deleted-variables': reads,
    'PUT api-testing/api/restore-deleted-variables': writes(404),
    'DELETE api-testing/api/deleted-variables': writes(404),
    'GET api-testing/api/deleted-projects': all(200),
    'PUT api-testing/api/restore-deleted-project': { ...destroys, colleague: 403 },
    'DELETE api-testing/api/deleted-projects': { ...destroys, colleague: 403 },
    'GET api-testing/api/data-file': reads,
    'POST api-testing/api/data-file': writes(400),
    'GET api-testing/api/all-certificates': reads,
    'POST api-testing/api/certificates': writes(404),
    'PUT api-testing/api/certificates': writes(),
    'DELETE api-testing/api/certificates': destroys,
    'POST api-testing/api/certificates/upload-certificate-type': writes(400),
    'POST api-testing/api/certificates/validate-certificate-type': writes(404),
    'GET api-testing/api/database-configurations': reads,
    'POST api-testing/api/database-configurations': writes(201),
    'PUT api-testing/api/database-configurations': writes(),
    'DELETE api-testing/api/database-configurations': destroys,
    'POST api-testing/api/database-configurations/test-connection': { ...writes(), isCostly: true },
  },
  examples: ({
    projectId = '',
    environmentId = '',
    variableId = '',
    deletedProjectId = '',
    runId = '',
    fileId = '',
    certificateId = '',
    databaseConfigurationId = '',
  }) => ({
    'GET api-testing/api/find': { query: { text: 'Orders' } },
    'POST api-testing/api/projects': { body: { projectName: fresh('Project') } },
    'PUT api-testing/api/projects': { body: { projectId, projectDescription: 'x' } },
    'DELETE api-testing/api/project': { query: { projectId, projectName: 'x' } },
    'POST api-testing/api/project-details': { body: { projectId } },
    'POST api-testing/api/variables-environment': { body: { projectId, environmentName: fresh('Environment') } },
    'PUT api-testing/api/variables-environment': { body: { environmentId, environmentName: 'E' } },
    'DELETE api-testing/api/delete-variables': { query: { variableIds: variableId, projectId } },
    'DELETE api-testing/api/Delete-global': { query: { variableIds: variableId, projectId } },
    'POST api-testing/api/create-variable': {
      body: { environmentId, variables: [{ name: fresh('made'), value: '1' }] },
    },
    'PUT api-testing/api/update-variable': { body: { variableId, value: '2' } },
    'PUT api-testing/api/update-global': { body: { variableId, value: '2' } },
    'POST api-testing/api/global-create': { body: { projectId, variables: [{ name: fresh('made'), value: '1' }] } },
    'PUT api-testing/api/restore-deleted-variables': { body: { projectId, trashId: runId } },
    'DELETE api-testing/api/deleted-variables': { query: { projectId, itemIds: runId } },
    'PUT api-testing/api/restore-deleted-project': { body: { projectId: deletedProjectId } },
    'DELETE api-testing/api/deleted-projects': { query: { projectId: deletedProjectId } },
    'GET api-testing/api/data-file': { query: { projectId, fileId } },
    'POST api-testing/api/data-file': { query: { projectId } },
    'POST api-testing/api/certificates': { body: { projectId, domainName: 'a.test', uploadId: runId } },
    'PUT api-testing/api/certificates': { body: { certificateId, projectId, domainName: 'b.test' } },
    'POST api-testing/api/certificates/validate-certificate-type': { body: { projectId, uploadId: runId } },
    'POST api-testing/api/database-configurations': { body: { projectId, ...sampleDatabase, name: fresh('Made') } },
    'PUT api-testing/api/database-configurations': {
      body: { databaseConfigurationId, ...sampleDatabase, caCertificate: '' },
    },
    'POST api-testing/api/database-configurations/test-connection': { body: { databaseConfigurationId } },
    'GET api-testing/api/download-file': { query: { fileId } },
  }),
};
