export { keepTexts } from './keep-texts.ts';
export { type FolderConflict, type MergedFolder, mergeFolders } from './merge-folders.ts';
export { type FolderProblem, isOurs, readFolder } from './read-folder.ts';
export { type FolderFiles, writeFolder } from './write-folder.ts';
