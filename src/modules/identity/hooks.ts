import type { WorkContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** An account is about to be closed: refuse, or delete what belongs to the person. */
export const beforeUserClosed = hook<[ctx: WorkContext, userId: string]>('identity.beforeUserClosed');
