import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { freePort } from '#test/free-port.ts';

/** Receives letters over SMTP; a letter to an address on hold is never acknowledged. */
export async function openPostOffice() {
  const letters: { to: string; text: string }[] = [];
  const arrivedFor = new Map<string, number>();
  const onHold = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, confirm) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]!.address;
        arrivedFor.set(to, (arrivedFor.get(to) ?? 0) + 1);
        if (onHold.has(to)) return;
        letters.unshift({
          to,
          text: Buffer.concat(chunks)
            .toString()
            .replace(/=\r?\n/g, ''),
        });
        confirm();
      });
    },
  });
  const port = await freePort();
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${port}`,
    onHold,
    /** The number of delivery attempts to this address, acknowledged or not. */
    handedIn: (email: string): number => arrivedFor.get(email) ?? 0,
    letterTo: (email: string) => letters.find((letter) => letter.to === email),
    codeFor: async (email: string) => letters.find((letter) => letter.to === email)?.text.match(/es (\d{6})/)?.[1],
    close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  };
}
