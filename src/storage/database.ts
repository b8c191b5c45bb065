/**
 * Opens, checks and replaces the database of a data directory, with the engine that is chosen here. Separate
 * from `directory.ts`, which is also loaded by commands that never open a database.
 */
export { lockDirectory } from './sqlite/lock.ts';
export {
  faultOf,
  forgetFiles,
  rewritePushKeys,
  storedFiles,
  storedPushKeys,
} from './sqlite/look.ts';
export { openAsIs, openStore } from './sqlite/open.ts';
export { commitRestore, recoverRestore, stageRestore } from './sqlite/replace.ts';
