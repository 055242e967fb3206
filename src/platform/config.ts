import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import leven from 'leven';
import { z } from 'zod';

const Url = z.url();
const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' });
const WebUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

/** Exact origins, because a pattern that matches too much would open the sessions of users to other sites. */
const Origins = z.string().transform((text, context): string[] => {
  const origins = text.split(',').map((origin) => origin.trim());
  const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text;
  if (origins.every(isOrigin)) return origins;
  context.addIssue('must be origins such as https://app.example.com, separated by commas');
  return z.NEVER;
});

const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?(\?[^#]*)?$/;
const isStorageUrl = (text: string): boolean => {
  try {
    return BUCKET.test(text) || fileURLToPath(text) !== '';
  } catch {
    return false;
  }
};
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a file. */
const Certificates = z.string().transform((path, context): X509Certificate[] => {
  try {
    return readFileSync(path, 'utf8')
      .match(PEM)!
      .map((pem) => new X509Certificate(pem));
  } catch {
    context.addIssue('must be a readable file with certificates in PEM');
    return z.NEVER;
  }
});
/** Addresses with an optional port: 9.9.9.9,127.0.0.1:5353. */
const NameServers = z.string().transform((text, context): string[] => {
  const servers = text.split(',').map((server) => server.trim());
  const isServer = (server: string): boolean => isIP(server.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')) > 0;
  if (servers.every(isServer)) return servers;
  context.addIssue('must be addresses of name servers such as 9.9.9.9 or 127.0.0.1:5353, separated by commas');
  return z.NEVER;
});

const PROXIES_MAX = 10;
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const isNetwork = (text: string): boolean =>
  NAMED_NETWORKS.includes(text) || isIP(text) > 0 || ipaddr.isValidCIDR(text);

/** The number of proxies in front, or their networks; 0 for none. */
const Proxies = z.string().transform((text, context): number | string[] => {
  if (text === 'false') return 0;
  if (/^\d{1,2}$/.test(text) && Number(text) <= PROXIES_MAX) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (!/^\d+$/.test(text) && networks.every(isNetwork)) return networks;
  context.addIssue(
    `must be the number of proxies in front of the service (0 to ${PROXIES_MAX}), or their networks such as 10.0.0.0/8,loopback`,
  );
  return z.NEVER;
});

const AiModel = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,59}$/),
  name: z.string().min(1).max(100).optional(),
  provider: z.enum(['openai-compatible', 'anthropic', 'test']),
  model: z.string().min(1).max(200),
  url: Url.nullable().default(null),
  key: z.string().min(1).nullable().default(null),
  vision: z.boolean().default(false),
  /** In US dollars for a million tokens, as the provider bills them. */
  inputPrice: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/)
    .default('0'),
  outputPrice: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/)
    .default('0'),
});
export type AiModel = z.output<typeof AiModel>;

/** A JSON list, because a model has more than one value. */
const AiModels = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be a JSON list of models');
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(AiModel)
      .max(20)
      .refine((models) => new Set(models.map(({ id }) => id)).size === models.length, 'must have different ids')
      .refine((models) => models.every(({ id }) => id !== 'built-in'), 'must not use the id built-in'),
  );

const Port = z.coerce.number().int().min(0).max(65535);

/** All configuration of the service. A wrong value stops the start with one clear line. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  ROLE: z.enum(['api', 'worker', 'all']).default('all'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: Port.default(3000),
  PUBLIC_URL: WebUrl.optional(),
  APP_URL: WebUrl.optional(),
  CORS_ORIGINS: Origins.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: DatabaseUrl.optional(),
  MIGRATION_DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)')
    .optional(),
  STORAGE: z
    .string()
    .refine(isStorageUrl, 'must be file:///folder or s3://bucket/prefix?region=…&endpoint=…')
    .optional(),
  FILE_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(5_000_000_000)
    .default(50 * 1024 * 1024),
  FILES_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(10 * 1024 ** 3),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// URL with a host' })
    .optional(),
  MAIL_TO_FOLDER: z.stringbool().default(false),
  MAIL_PER_ORGANIZATION_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(500),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as Colmado <no-reply@example.com>',
    )
    .default('Colmado <no-reply@colmado.local>'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  TRUST_PROXY: Proxies.default(0),
  REQUEST_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(100),
  WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: Url.default('https://api.stripe.com'),
  CARDNET_TEST_URL: Url.default('https://lab.cardnet.com.do/servicios/tokens/v1'),
  CARDNET_LIVE_URL: Url.default('https://servicios.cardnet.com.do/servicios/tokens/v1'),
  ECF_AUTHORITIES: Certificates.optional(),
  DNS_SERVERS: NameServers.optional(),
  OPERATOR_ORGANIZATION_ID: z.uuid().optional(),
  MSGAPP_API_URL: Url.default('https://graph.facebook.com'),
  MSGAPP_API_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'must be a version such as v23.0')
    .default('v23.0'),
  MSGAPP_APP_ID: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the number of the app')
    .optional(),
  MSGAPP_SIGN_UP_CONFIG: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the number of the sign-up configuration')
    .optional(),
  MSGAPP_SIGN_UP_URL: Url.default('https://www.facebook.com'),
  MSGAPP_APP_SECRET: z.string().min(1).optional(),
  MSGAPP_VERIFY_TOKEN: z.string().min(8).optional(),
  AI_MODELS: AiModels.optional(),
  STOREAPP_A_CLIENT_ID: z.string().min(1).max(100).optional(),
  STOREAPP_A_CLIENT_SECRET: z.string().min(16).max(200).optional(),
});

/** The names of all of them, for what describes them. */
export const variables = Object.keys(Environment.shape);

export type Config = z.infer<typeof Environment>;

export class ConfigurationError extends Error {}

/** A wrong value in the words of the person who set it: what the setting accepts. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.includes('yes') ? 'true or false' : `one of ${issue.values.join(', ')}`}`;
  if (issue.code === 'invalid_type' && /^(number|int)$/.test(issue.expected)) return 'must be a whole number';
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
    return issue.origin === 'string' ? `must have ${limit} characters` : `must be ${limit}`;
  }
  if (issue.code === 'invalid_format' && issue.format !== 'regex')
    return `must be a ${issue.format === 'url' ? 'URL' : 'UUID'}`;
  return undefined;
}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given, { error: expectation });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigurationError(`Configuration: ${[...new Set(problems)].join('; ')}`);
}

/** Short names have too many neighbours: only the same letters in another order look like one of them. */
const SHORT_NAME_MAX = 4;
const DISTANCE_MAX = 2;

/** Variables that are set and are not ours, but look like a misspelling of one of ours. */
export function misspelled(environment: Record<string, string | undefined>): { name: string; meant: string }[] {
  const known = new Set(variables);
  const sorted = (name: string): string => [...name].toSorted().join('');
  const looksLike = (name: string, meant: string): boolean =>
    meant.length <= SHORT_NAME_MAX
      ? sorted(name) === sorted(meant)
      : leven(name, meant, { maxDistance: DISTANCE_MAX + 1 }) <= DISTANCE_MAX;
  return Object.keys(environment)
    .filter((name) => /^[A-Z][A-Z_]+$/.test(name) && !known.has(name))
    .flatMap((name) => {
      const meant = variables.find((each) => !environment[each] && looksLike(name, each));
      return meant ? [{ name, meant }] : [];
    });
}

/** Refuses to serve in production with settings that only a developer's machine may have. */
export function requireProductionSettings({ NODE_ENV, SMTP_URL, MAIL_TO_FOLDER }: Config): void {
  if (NODE_ENV !== 'production' || SMTP_URL || MAIL_TO_FOLDER) return;
  throw new ConfigurationError(
    'Configuration: SMTP_URL: is missing. In production, set it, or MAIL_TO_FOLDER=true to keep emails, with their sign-in codes, in DATA_DIR/mailbox.',
  );
}
