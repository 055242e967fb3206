import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A home or a server gets a whole /64, so one caller can send from every address of it. */
const IPV6_CALLER_BITS = 64;
const NO_ADDRESS = '0.0.0.0';

/** The caller's address in its plain form. Where the proxies report something else, it is the address of the connection. */
export function clientAddress(reported: string | undefined, connection: string | undefined): string {
  const address = [reported, connection].find((one) => one !== undefined && isIP(one) > 0) ?? NO_ADDRESS;
  return isIPv4(address) ? address : ipaddr.process(address.replace(/%.*$/, '')).toString();
}

/** Addresses that are counted as one caller. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_CALLER_BITS}`)}/${IPV6_CALLER_BITS}`;
}
