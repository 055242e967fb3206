/** The public interface for adapters. */
export { type Dns, dns } from './domain/dns.port.ts';
