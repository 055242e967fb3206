/** Whether the reader already has this version (RFC 9110: weak comparison). */
export const isHeld = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((held) => held.trim() === '*' || strong(held) === strong(etag));

const strong = (etag: string): string => etag.trim().replace(/^W\//, '');
