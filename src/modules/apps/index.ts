/** The front door: what the operator may do with apps. */
export { publishToAll, withdrawFromAll } from './release/publish.ts';
