import { z } from 'zod';
import type { Services } from '../context.ts';
import { job } from '../jobs/job.ts';
import type { Mail } from './mail.ts';

const mailPurpose = 'mail job';
export const sealMail = (services: Services, mail: Mail): string =>
  services.secrets.encrypt(JSON.stringify(mail), mailPurpose).toString('base64');

export const messageIdOf = ({ publicUrl }: Services, id: string): string => `<${id}@${new URL(publicUrl).hostname}>`;

/** Emails are sent after the transaction. The payload is encrypted, because an email may carry a code. */
export const sendMail = job({
  name: 'platform/send-mail',
  payload: z.object({ sealed: z.string() }),
  run: async (ctx, { sealed }) => {
    await ctx.sendMail(JSON.parse(ctx.secrets.decrypt(Buffer.from(sealed, 'base64'), mailPurpose).toString()) as Mail);
  },
});
