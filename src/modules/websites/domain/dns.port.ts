import { port } from '#platform/ports/port.ts';

/** Looks up DNS records. A name that does not exist has none. */
export interface Dns {
  texts(name: string): Promise<string[]>;
  /** The names that it is an alias of, and its addresses. */
  targets(name: string): Promise<string[]>;
}

export const dns = port<Dns>('dns');
