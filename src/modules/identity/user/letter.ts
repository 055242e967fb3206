import type { WorkContext } from '#platform/context.ts';
import { type Language, languageOfRequest } from '#platform/pages/language.ts';

/** An e-mail about an account. */
export type AccountLetter = Record<Language, { subject: string; text: string }>;

/** Sends it in the language of the request: a person may have no organization yet whose language it could be. */
export const mailAccount = (ctx: WorkContext, to: string, letter: AccountLetter): void =>
  ctx.mail({ to, ...letter[languageOfRequest(ctx.request)] });
