import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured lines on standard output; readable ones where a person is watching. Secrets never reach a line. */
export function createLog(level: string, pretty = process.stdout.isTTY === true): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.password', '*.secret', '*.token', '*.authorization', '*.cookie'], censor: '[redacted]' },
    ...(pretty && {
      transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
    }),
  });
}
