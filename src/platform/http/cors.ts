const PREFLIGHT_SECONDS = 86_400;

/** Lets the pages of these origins call the API. A browser keeps the answer to its preflight for as long as it allows. */
export const corsFor = (origins: string[]) => ({
  origin: origins,
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'ETag',
    'Content-Disposition',
    'Idempotent-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  maxAge: PREFLIGHT_SECONDS,
  // Otherwise an OPTIONS without an origin is refused as plain text instead of a problem.
  strictPreflight: false,
});
