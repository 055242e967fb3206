/** The front door: what other modules may use of the contacts. */
export { selectContactNames } from './contact-names.sql.ts';
