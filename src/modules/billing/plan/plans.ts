import type { SubscriptionState } from '../billing.port.ts';

/** The limits of a plan. Null: no limit. */
export interface Limits {
  members: number | null;
  documentsPerMonth: number | null;
  storageBytes: number | null;
  bots: number | null;
}

export interface Plan {
  id: 'free' | 'business' | 'pro';
  name: string;
  description: string;
  currency: string;
  /** Minor units. Null: it costs nothing. */
  prices: { month: bigint; year: bigint } | null;
  limits: Limits;
}

const GIGABYTE = 1024 ** 3;

/** The plans of this service, from the smallest to the largest. */
export const plans: readonly Plan[] = [
  {
    id: 'free',
    name: 'Gratis',
    description: 'Para empezar: una persona y sus primeras facturas.',
    currency: 'USD',
    prices: null,
    limits: { members: 2, documentsPerMonth: 50, storageBytes: GIGABYTE, bots: 1 },
  },
  {
    id: 'business',
    name: 'Negocio',
    description: 'Para un negocio con su equipo.',
    currency: 'USD',
    prices: { month: 2_900n, year: 29_000n },
    limits: { members: 10, documentsPerMonth: 2_000, storageBytes: 50 * GIGABYTE, bots: 5 },
  },
  {
    id: 'pro',
    name: 'Empresa',
    description: 'Para varias sucursales, sin límites de documentos.',
    currency: 'USD',
    prices: { month: 9_900n, year: 99_000n },
    limits: { members: null, documentsPerMonth: null, storageBytes: 500 * GIGABYTE, bots: null },
  },
];

export const freePlan: Plan = plans[0]!;

/** A plan by its id; an unknown one, of an earlier release, is the free one. */
export const planOf = (id: string): Plan => plans.find((plan) => plan.id === id) ?? freePlan;

/** While the provider still tries to collect a payment, the plan stays. */
const ENTITLED: readonly SubscriptionState[] = ['trialing', 'active', 'past_due'];
export const isEntitled = (state: SubscriptionState): boolean => ENTITLED.includes(state);
