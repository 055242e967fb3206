/** `__Host-` needs https; on a plain-http loopback the cookie has another name instead of a weaker promise. */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session';
