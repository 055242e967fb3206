import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { z } from 'zod';
import type { Steps, TenantContext } from '#platform/context.ts';
import { isAfter, realNow, toTimestamp } from '#platform/date.ts';
import { lockForLimit } from '#platform/db/table.ts';
import { newSecret } from '#platform/id.ts';
import { job } from '#platform/jobs/job.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { dns } from './dns.port.ts';
import {
  type Domain,
  deleteDomain,
  insertDomain,
  isClaimed,
  lockClaims,
  selectDomains,
  selectUnchecked,
  updateDomain,
} from './domain.sql.ts';

export const DomainRefused = refusal(
  'domain_refused',
  'This cannot be the domain of a website: give a domain of your own, without protocol or path.',
);
export const TooManyDomains = refusal('too_many_domains', 'An organization has at most 20 domains: remove one first.');

const DOMAINS_MAX = 20;
const TOKEN_BYTES = 24;
/** A name server may be wrong for some days before a domain is taken away. */
const GRACE = { hours: 72 };
const CHECKED_EVERY = { hours: 6 };
const CHECKED_AT_ONCE = 200;

/** A domain in small letters and punycode, without a dot at its end. */
const asCompared = (text: string): string => domainToASCII(text.trim().toLowerCase().replace(/\.$/, ''));

export const DomainName = z
  .string()
  .min(4)
  .max(253)
  .transform(asCompared)
  .pipe(
    z
      .string()
      .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'must be a domain such as www.example.com'),
  )
  .meta({ description: 'A domain, also with letters outside of ASCII.', example: 'tienda.example.com.do' });

/** A domain in an address: one that cannot exist is unknown like any other. */
export const GivenDomain = z.string().min(4).max(253).transform(asCompared);

const proofName = (domain: string): string => `_colmado-verify.${domain}`;

/** Claims a domain for the organization. It serves the website once its records prove it. */
export async function addDomain(ctx: TenantContext, domain: string) {
  refuseUnfit(domain, new URL(ctx.publicUrl).hostname);
  await lockForLimit(ctx, 'domains');
  await insertDomain(ctx, domain, newSecret('verify', TOKEN_BYTES), realNow());
  const all = await selectDomains(ctx);
  if (all.length > DOMAINS_MAX) throw TooManyDomains();
  return describeDomain(ctx, all.find((each) => each.domain === domain)!);
}

function refuseUnfit(domain: string, ownHost: string): void {
  const { isIp, domain: registrable, publicSuffix } = parse(domain, { allowPrivateDomains: true });
  const reason = isIp
    ? 'An address is not a domain.'
    : registrable === null || publicSuffix === domain
      ? 'Domains cannot be registered under this name.'
      : domain === ownHost || domain.endsWith(`.${ownHost}`)
        ? 'This domain belongs to the service.'
        : null;
  if (reason) throw DomainRefused.at('body.domain', 'invalid', reason);
}

export const listDomains = async (ctx: TenantContext) =>
  (await selectDomains(ctx)).map((domain) => describeDomain(ctx, domain));

export async function removeDomain(ctx: TenantContext, domain: string): Promise<void> {
  if (!(await deleteDomain(ctx, domain))) throw NotFound();
}

function describeDomain(
  ctx: TenantContext,
  { domain, token, state, problem, checkedAt, verifiedAt, createdAt }: Domain,
) {
  const isApex = parse(domain).domain === domain;
  const target = new URL(ctx.publicUrl).hostname;
  return {
    domain,
    state,
    problem,
    records: [
      { type: 'TXT' as const, name: proofName(domain), value: token },
      { type: isApex ? ('ALIAS' as const) : ('CNAME' as const), name: domain, value: target },
    ],
    checkedAt,
    verifiedAt,
    createdAt,
  };
}

/** Looks a domain up now and answers only its state. An unknown domain is `unknown`. */
export async function verifyDomain(steps: Steps, domain: string) {
  if (!(await steps.transaction((ctx) => isClaimed(ctx.tx, domain)))) return { domain, state: 'unknown' as const };
  const seen = await lookUp(steps, domain);
  const states = await steps.transaction(async ({ tx }) => {
    const decided: Domain['state'][] = [];
    for (const claim of await lockClaims(tx, domain)) {
      const next = decide(claim, seen, decided.includes('verified'));
      await updateDomain(tx, claim, { ...next, checkedAt: realNow() });
      decided.push(next.state);
    }
    return decided;
  });
  return { domain, state: states.find((state) => state === 'verified') ?? states[0] ?? ('unknown' as const) };
}

interface Seen {
  texts: string[];
  pointsHere: boolean;
}

async function lookUp(steps: Steps, domain: string): Promise<Seen> {
  const names = steps.connections.ofService(dns)!;
  const host = new URL(steps.publicUrl).hostname;
  const [texts, targets, own] = await Promise.all([
    names.texts(proofName(domain)),
    names.targets(domain),
    names.targets(host),
  ]);
  const here = new Set([host, ...own]);
  return { texts, pointsHere: targets.some((target) => here.has(target.toLowerCase())) };
}

type Decision = Pick<Domain, 'state' | 'problem' | 'verifiedAt' | 'failingSince'>;

/** The next state of a claim after a look at the DNS records. */
export function decide(claim: Domain, { texts, pointsHere }: Seen, isTaken: boolean): Decision {
  const now = realNow();
  const isProved = texts.includes(claim.token);
  const problem: Domain['problem'] = isTaken
    ? 'taken'
    : !isProved
      ? 'proof_missing'
      : !pointsHere
        ? 'points_elsewhere'
        : null;
  if (problem === null) {
    return { state: 'verified', problem, verifiedAt: claim.verifiedAt ?? toTimestamp(now), failingSince: null };
  }
  if (claim.state !== 'verified') return { state: claim.state, problem, verifiedAt: null, failingSince: null };
  const failingSince = claim.failingSince ?? toTimestamp(now);
  const isOver = !isAfter(Temporal.Instant.from(failingSince).add(GRACE), now);
  return isOver
    ? { state: 'lost', problem, verifiedAt: null, failingSince: null }
    : { state: 'verified', problem, verifiedAt: claim.verifiedAt, failingSince };
}

/** Looks verified domains up again, so that one that was given up stops serving the website. */
export const recheckDomains = job({
  name: 'websites/recheck-domains',
  payload: z.object({}),
  cron: { expression: '17 * * * *', timeZone: 'UTC' },
  run: async (steps) => {
    const before = realNow().subtract(CHECKED_EVERY);
    const domains = await steps.transaction((ctx) => selectUnchecked(ctx.tx, before, CHECKED_AT_ONCE));
    for (const domain of domains) {
      await verifyDomain(steps, domain).catch((error: unknown) =>
        steps.log.warn({ err: error, domain }, 'domain check'),
      );
    }
  },
});
