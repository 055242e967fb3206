import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { DomainView, VerifiedDomain } from './domain.schema.ts';
import { selectOwner } from './domain.sql.ts';
import {
  addDomain,
  DomainName,
  DomainRefused,
  GivenDomain,
  listDomains,
  removeDomain,
  TooManyDomains,
  verifyDomain,
} from './domain.ts';

const byDomain = z.strictObject({ domain: GivenDomain.describe('Without `https://`.') });

export const domainRoutes = [
  route('POST', '/v1/websites/domains', 'websites:write', {
    action: 'addDomain',
    summary: 'Add a domain to the website',
    description:
      'Answers with the records to set at the domain’s name server. The domain shows the website once they are found; they are looked up every few hours, and at once with `verify`.',
    status: 201,
    body: z.strictObject({ domain: DomainName }),
    returns: DomainView,
    refusals: [DomainRefused, TooManyDomains],
    examples: { body: { domain: 'tienda.example.com.do' } },
    handler: (ctx, { body }) => addDomain(ctx, body.domain),
  }),
  route('GET', '/v1/websites/domains', 'websites:read', {
    summary: 'List the domains of the website',
    description: 'With the records to set and the state of each.',
    returns: z.object({ data: z.array(DomainView) }),
    handler: async (ctx) => ({ data: await listDomains(ctx) }),
  }),
  route('GET', '/v1/websites/certificate', 'public', {
    action: 'mayCertify',
    summary: 'Ask whether a domain may have a certificate',
    description: 'For a proxy that obtains certificates on demand: 200 for a verified domain, 404 for any other.',
    query: byDomain,
    returns: z.object({ domain: z.string().describe('As it was asked.') }),
    refusals: [NotFound],
    examples: { query: { domain: 'tienda.example.com.do' } },
    handler: async ({ tx }, { query }) => {
      if ((await selectOwner(tx, query.domain)) === undefined) throw NotFound();
      return query;
    },
  }),
  route('DELETE', '/v1/websites/domains/:domain', 'websites:write', {
    action: 'removeDomain',
    summary: 'Remove a domain from the website',
    description: 'It shows the website no longer, and anyone can prove it for themselves.',
    params: byDomain,
    handler: (ctx, { params }) => removeDomain(ctx, params.domain),
  }),
  route('POST', '/v1/websites/domains/:domain/verify', 'public', {
    action: 'verifyDomain',
    summary: 'Look up a domain now',
    description: 'Reads the records of the domain and says only its state: `unknown` where nobody has added it.',
    reachesProvider: true,
    attemptsPerHour: 60,
    params: byDomain,
    returns: VerifiedDomain,
    handler: (steps, { params }) => verifyDomain(steps, params.domain),
  }),
];
