/** The public interface: the parts of identity that other modules may use. */
export { requireFreshAuthentication } from '#platform/auth/authenticate.ts';
export { beforeUserClosed } from './hooks.ts';
export { refuseGuessable } from './user/login.ts';
export { openSession, signIn } from './user/session.ts';
export type { Subscription } from './user/subscription.sql.ts';
export { findBrowser, forgetSubscription, subscriptionsOf } from './user/subscription.ts';
export { Email, Password, SignedIn, Wants } from './user/user.schema.ts';
export { ensureUser, findUserByEmail, findUsers, type User } from './user/user.sql.ts';
export { createAccount } from './user/user.ts';
