import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { smtpMailer } from '#adapters/smtp/smtp.ts';
import { job } from '#platform/jobs/job.ts';
import { createLog } from '#platform/log.ts';
import { app, eventually, ownerUrlOf, startTestApp } from '#test/harness.ts';
import { host } from './parts.ts';

interface Received {
  from: string;
  to: string[];
  text: string;
}

const received: Received[] = [];

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (address, _session, done) => {
    if (address.address.startsWith('later')) done(new Error('Try again later.'));
    else done();
  },
  onData: (stream, session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        text: Buffer.concat(chunks).toString(),
      });
      // As if its answer was lost: the letter has arrived, and the sender does not know it.
      const isFirst = received.filter(({ to }) => to.includes('twice@example.com')).length === 1;
      const lost = session.envelope.rcptTo.some(({ address }) => address === 'twice@example.com') && isFirst;
      done(lost ? new Error('Lost.') : null);
    });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
const { port } = smtp.server.address() as AddressInfo;
const service = await startTestApp({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Colmado <hola@colmado.example>',
});
after(async () => {
  await service.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const askForCode = (email: string) =>
  fetch(`${service.publicUrl}/v1/user/login/pinRequest?email=${encodeURIComponent(email)}`);
const letterFor = (email: string) => eventually(async () => received.find(({ to }) => to.includes(email)));

test('a letter reaches the mail server with sender, subject and text', async () => {
  await askForCode('ana@example.com');
  const { from, text } = await letterFor('ana@example.com');
  assert.equal(from, 'hola@colmado.example');
  assert.match(text, /^From: Colmado <hola@colmado\.example>$/m);
  assert.match(text, /^To: ana@example\.com$/m);
  assert.match(text, /^Subject: =\?UTF-8\?/m);
});

test('a letter that the mail server refuses is retried', async () => {
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'hola@colmado.example');
  await assert.rejects(mailer.send({ to: 'later@example.com', subject: 'Hola', text: 'Hola' }), /Try again later/);
});

test('a letter that is sent again has the same Message-ID', async () => {
  const to = 'twice@example.com';
  await service.engine.run({}, async (ctx) => ctx.mail({ to, subject: 'Una', text: 'Una' }));
  const all = await eventually(async () => {
    const letters = received.filter((each) => each.to.includes(to));
    return letters.length === 2 && letters;
  });
  const [first, second] = all.map(({ text }) => /^Message-ID: (<.+@.+>)$/im.exec(text)![1]);
  assert.equal(first, second);
  const mail = { to: 'direct@example.com', subject: 'Otra', text: 'Otra' };
  const declared = job({
    name: 'test/letters',
    payload: z.object({}),
    run: (ctx) => ctx.sendMail(mail).then(() => ctx.sendMail(mail)),
  });
  const taken = { id: 'b7e6', name: 'test/letters', payload: {}, attempt: 1, lastAttempt: false };
  for (const attempt of [1, 2])
    await service.engine.runJob(
      declared,
      { ...taken, attempt } as never,
      new AbortController().signal,
      createLog('silent'),
    );
  const ids = received
    .filter((each) => each.to.includes(mail.to))
    .map(({ text }) => /^Message-ID: (.+)$/im.exec(text)![1]);
  assert.deepEqual([ids[0], ids[1], ids[0] !== ids[1]], [ids[2], ids[3], true]);
});

test('a failed unit sends no letter', async () => {
  const unit = app.engine.run({}, async (ctx) => {
    ctx.mail({ to: 'nobody-failed@example.com', subject: 'Nunca', text: 'Nunca' });
    throw new Error('refused');
  });
  await assert.rejects(unit);
  await app.engine.run({}, async (ctx) => ctx.mail({ to: 'control@example.com', subject: 'Sí', text: 'Sí' }));
  const letters = await eventually(async () => {
    const all = await app.mailbox!.letters();
    return all.some(({ to }) => to === 'control@example.com') && all;
  });
  assert.ok(!letters.some(({ to }) => to === 'nobody-failed@example.com'));
});

test('letters are encrypted in the queue', async () => {
  const rare = 'una palabra muy rara';
  await host.engine.run({}, async (ctx) => ctx.mail({ to: 'ana@example.com', subject: rare, text: rare }));
  const database = new pg.Client({ connectionString: ownerUrlOf(host.databaseUrl) });
  await database.connect();
  const { rows } = await database.query<{ data: string }>(
    `SELECT data::text FROM pgboss.job WHERE data ->> 'job' = 'platform/send-mail'`,
  );
  await database.end();
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]!.data.includes('rara') && !rows[0]!.data.includes('ana@'));
});

test('a letter has its attachments and its reply-to address, and says if it is automatic', async () => {
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Colmado <hola@colmado.example>');
  await mailer.send({
    to: 'cliente@example.com',
    subject: 'Factura',
    text: 'Adjunta.',
    replyTo: 'ventas@example.com',
    isAutomatic: true,
    attachments: [{ fileName: 'factura.pdf', contentType: 'application/pdf', base64: 'JVBERi0xLjM=' }],
  });
  const { text } = await letterFor('cliente@example.com');
  assert.match(text, /^Reply-To: ventas@example\.com$/m);
  assert.match(text, /^Auto-Submitted: auto-replied$/m);
  assert.match(text, /^Content-Type: application\/pdf; name=factura\.pdf$/m);
  assert.match(text, /JVBERi0xLjM=/);
});
