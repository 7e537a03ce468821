export { keepTexts } from './keep-texts.ts';
export { type FolderConflict, type MergedFolder, mergeFolders } from './merge-folders.ts';
export { type FolderProblem, hasOurs, isOurs, misplacedReason, readFolder } from './read-folder.ts';
export { type FolderFiles, writeFolder } from './write-folder.ts';
