import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Mailer } from '#platform/mail/mail.ts';

const SHOWN_MAX = 200;
const LETTER_NAME = /^[\w.-]+\.json$/;

export interface Letter extends Mail {
  id: string;
  sentAt: string;
}

/** Replaces an SMTP server: e-mails are files in a folder, shown on a page. */
export interface Mailbox extends Mailer {
  letters(): Promise<Letter[]>;
  letter(id: string): Promise<Letter | null>;
}

export function localMailbox(folder: string): Mailbox {
  /** E-mails never change, so cache those that were read. */
  let shown = new Map<string, Letter>();
  const read = async (name: string): Promise<Letter> => JSON.parse(await readFile(join(folder, name), 'utf8'));
  return {
    send: async (mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date().toISOString();
      const id = `${sentAt.replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
      const path = join(folder, `${id}.json`);
      await writeFile(`${path}.part`, JSON.stringify({ ...mail, id, sentAt } satisfies Letter, null, 2), {
        mode: 0o600,
      });
      await rename(`${path}.part`, path);
    },
    letters: async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => LETTER_NAME.test(name));
      const newest = names.sort().reverse().slice(0, SHOWN_MAX);
      const letters = await Promise.all(newest.map((name) => shown.get(name) ?? read(name)));
      shown = new Map(letters.map((letter, place) => [newest[place]!, letter]));
      return letters;
    },
    letter: (id) => (LETTER_NAME.test(`${id}.json`) ? read(`${id}.json`).catch(() => null) : Promise.resolve(null)),
  };
}
