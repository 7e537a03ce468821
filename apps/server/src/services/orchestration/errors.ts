import { defineErrors } from '@touchstone/kernel';

export const orchestrationErrors = defineErrors('ORCHESTRATION', {
  notFound: [404, 'No such project or folder, or you have no access to it.'],
  projectNameTaken: [409, 'A project with this name already exists.'],
  keyTaken: [409, 'A project with the key {key} already exists. Choose another key.'],
  folderNameTaken: [409, 'A folder named "{name}" exists here already. Choose another name.'],
  copyNameTaken: [409, 'Something named "{name}" exists here already. Choose another name for the copy.'],
  parentMissing: [400, 'Choose the folder in which the new one goes.'],
  projectHasNoParent: [400, 'A project lies in no other folder. Leave out one of isRootFolder and parentUuid.'],
  notInProject: [409, 'Folders and workflows can be moved within their project only.'],
  projectStays: [409, 'A project cannot be moved. Move what is in it.'],
  intoItself: [409, 'The folder "{name}" cannot be moved into itself or into a folder inside it.'],
});
