import { defineErrors } from '@touchstone/kernel';

export const virtualizationErrors = defineErrors('SERVICE_VIRTUALIZATION', {
  projectNotFound: [404, 'No such project, or you have no access to it.'],
  projectNameTaken: [409, 'A project with this name already exists.'],
  pathKeyTaken: [409, 'Another mock has the address “{key}” already. Choose another one.'],
  suiteNotFound: [404, 'No such suite, or you have no access to it.'],
  suiteNameTaken: [409, 'A suite named “{name}” exists here already. Choose another name.'],
  suiteTooDeep: [409, 'Suites lie in one another up to {most} levels. Choose another place.'],
  suiteIntoItself: [409, 'A suite can’t be moved into itself or into a suite that lies in it.'],
  tooManySuites: [409, 'A project has at most {most} suites. Delete some.'],
  assetNotFound: [404, 'No such asset, or you have no access to it.'],
  assetChanged: [409, '{name} saved this asset meanwhile. Look at the newer revision, then save again.'],
  assetTaken: [409, 'An asset with this id exists already.'],
  invalidAsset: [400, 'This asset can’t be saved. See details.'],
  otherForm: [400, 'A stub can’t become a resource of records, nor the other way round. Create a new asset.'],
  tooManyAssets: [409, 'A project has at most {most} assets. Delete some.'],
  limitReached: [403, 'Your plan virtualizes up to {limit} APIs at once. Switch an asset off, or upgrade your plan.'],
  versionNotFound: [404, 'No such version of this asset.'],
  entryNotFound: [404, 'No such call. The journal keeps a limited number of calls.'],
  invalidSettings: [400, 'These settings can’t be saved. See details.'],
  servedElsewhere: [503, 'Another process is taking over this mock. Try again in a moment.'],
});
