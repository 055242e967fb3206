/** The front door: what other modules may use of identity. */
export { requireFreshAuthentication } from '#platform/auth/authenticate.ts';
export { findUserByEmail, findUsers, type User } from './user/user.sql.ts';
