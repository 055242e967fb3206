import { createTransport } from 'nodemailer';
import type { Mailer } from '#platform/mail/mail.ts';

const TIMEOUT_MS = 20_000;

export function smtpMailer(url: string, from: string): Mailer {
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...limits } as Parameters<typeof createTransport>[0], { from });
  return {
    send: async ({ attachments = [], isAutomatic = false, ...mail }) => {
      await transport.sendMail({
        ...mail,
        ...(mail.inReplyTo && { references: mail.inReplyTo }),
        ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-replied' } }),
        attachments: attachments.map(({ fileName, contentType, base64 }) => ({
          filename: fileName,
          contentType,
          content: base64,
          encoding: 'base64',
        })),
      });
    },
  };
}
