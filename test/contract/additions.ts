/** Endpoints beside the specification, each with the hole it fills. The tests fail on one that is missing or stale. */
export const additions: Record<string, string> = {
  'GET /v1/user/session': 'A raw token or a browser session can only be revoked by someone who can see it.',
  'DELETE /v1/user/session': 'Ends one session or token; logging out ends only the present one.',
};
