/** The front door for adapters. */
export { type Dns, dns } from './domain/dns.port.ts';
