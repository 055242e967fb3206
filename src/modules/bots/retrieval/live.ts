import {
  fillInStock,
  findResources,
  pricesFor,
  type Resource,
  type StockFacts,
  searchResources,
} from '#modules/catalog/index.ts';
import { generalSettings, readSettings, tasksSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, plainDecimal, toMillionths } from '#platform/decimal.ts';
import { formatMoney } from '#platform/format.ts';
import type { Language } from '#platform/pages/language.ts';
import { wordsOf } from '#platform/search/words.ts';
import { policySettings } from '../policies.ts';
import { type Bot, type Training, training } from '../tables.ts';
import { selectStems } from './retrieval.sql.ts';
import type { Question, Source, WeightedWord } from './source.ts';

/** A source that is made when somebody asks. `words` and `neutral` are stems. */
export type LivePassage = Omit<Source, 'score' | 'fileId' | 'url'> & { words: Set<string>; neutral: Set<string> };

interface LiveQuestion extends Question {
  language: Language;
  words: WeightedWord[];
}

type Draft = Omit<LivePassage, 'words' | 'neutral'> & { about: string; neutralWords: string };

/** The live sources of a bot that can answer a question. */
export async function findLive(ctx: TenantContext, bot: Bot, question: LiveQuestion): Promise<LivePassage[]> {
  const entries = (await training.all(ctx, { botId: bot.id, kind: 'live' }, { limit: 10 })).filter(
    ({ approvedVersion }) => approvedVersion !== null,
  );
  const drafts = [
    ...(await describeProducts(ctx, entries, question)),
    ...(await describeHours(ctx, entries, question)),
    ...(await describePolicies(ctx, entries)),
  ];
  if (drafts.length === 0) return [];
  const texts = drafts.flatMap(({ about, neutralWords }) => wordsOf(`${about} ${neutralWords}`));
  const stems = new Map((await selectStems(ctx, bot.id, [...new Set(texts)])).map(({ word, stems }) => [word, stems]));
  const stemsOf = (text: string) => new Set(wordsOf(text).flatMap((word) => stems.get(word) ?? []));
  return drafts.map(({ about, neutralWords, ...draft }) => ({
    ...draft,
    words: stemsOf(about),
    neutral: stemsOf(neutralWords),
  }));
}

const sourceOf = (entries: Training[], source: Training['source']) => entries.find((entry) => entry.source === source);

const PRODUCTS_MAX = 5;
const ABOUT_PRODUCTS =
  'vende venden vendes vender comprar compro disponible disponibles existencia existencias quedan inventario producto productos precio precios cuesta cuestan vale valen cuanto cuantos sell buy available stock left price prices cost costs much many product products';

async function describeProducts(ctx: TenantContext, entries: Training[], { words, contactId, language }: LiveQuestion) {
  const catalog = sourceOf(entries, 'catalog');
  const prices = sourceOf(entries, 'prices');
  const entry = prices ?? catalog;
  if (!entry) return [];
  const found = await searchResources(
    ctx,
    words.map(({ stems }) => stems),
    PRODUCTS_MAX,
  );
  if (found.length === 0) return [];
  const facts = await productFacts(ctx, found, contactId);
  return facts.map(({ resource, price, stock }): Draft => {
    const parts = [resource.name];
    if (prices) parts.push(price ?? text[language].noPrice);
    if (catalog && resource.tracksStock) parts.push(text[language].stock(stock));
    return {
      trainingId: entry.id,
      kind: 'live',
      title: resource.name,
      content: `${parts.join('. ')}.`,
      resourceId: resource.id,
      about: `${resource.name} ${resource.code ?? ''} ${resource.category ?? ''}`,
      neutralWords: ABOUT_PRODUCTS,
    };
  });
}

interface ProductFacts {
  resource: Resource;
  /** As people read it; null where it has no price. */
  price: string | null;
  /** The quantity that can be sold; null where stock is not tracked. */
  stock: string | null;
}

/** Products with the price for this contact and the quantity that can be sold. */
export async function productFacts(
  ctx: TenantContext,
  ids: string[],
  contactId: string | null,
): Promise<ProductFacts[]> {
  const stock = new Map<string, StockFacts | null>(ids.map((id) => [id, null]));
  const asked = { contactId, quantity: '1', date: ctx.today.toString(), currency: ctx.currency };
  const [resources, prices, notation] = await Promise.all([
    findResources(ctx, ids),
    pricesFor(
      ctx,
      ids.map((resourceId) => ({ ...asked, resourceId })),
    ),
    readSettings(ctx, generalSettings),
    fillInStock(ctx, stock),
  ]);
  const priceOf = new Map(prices.map((price) => [price.resourceId, price.unitPrice]));
  return ids.flatMap((id) => {
    const resource = resources.get(id);
    if (!resource || resource.archivedAt !== null) return [];
    const amount = priceOf.get(id) ?? null;
    // A material without a price is for the business's own use.
    if (resource.kind === 'raw-material' && amount === null) return [];
    const held = stock.get(id);
    return [
      {
        resource,
        price: amount === null ? null : formatMoney(amount, ctx.currency, notation),
        stock: resource.tracksStock ? freeQuantity(held ?? null) : null,
      },
    ];
  });
}

function freeQuantity(held: StockFacts | null): string {
  const free = held ? toMillionths(held.quantity) - toMillionths(held.reserved) : 0n;
  return plainDecimal(fromMillionths(free > 0n ? free : 0n));
}

const ABOUT_HOURS =
  'hora horas horario horarios abre abren abierto abiertos cierra cierran cerrado atienden atencion laboral trabajan lunes martes miercoles jueves viernes sabado domingo hoy manana hours open opening opens close closed closes working monday tuesday wednesday thursday friday saturday sunday today tomorrow time';

async function describeHours(ctx: TenantContext, entries: Training[], { language }: LiveQuestion): Promise<Draft[]> {
  const entry = sourceOf(entries, 'hours');
  if (!entry) return [];
  const { workingDays, workingHours } = await readSettings(ctx, tasksSettings);
  const days = workingDays.map((day) => text[language].days[day]).join(', ');
  return [
    {
      trainingId: entry.id,
      kind: 'live',
      title: text[language].hoursTitle,
      content: text[language].hours(days, workingHours.start, workingHours.end),
      resourceId: null,
      about: ABOUT_HOURS,
      neutralWords: '',
    },
  ];
}

const ABOUT_POLICIES = {
  returns:
    'devolucion devoluciones devolver devuelvo cambio cambios cambiar reembolso garantia return returns refund exchange warranty',
  delivery: 'envio envios enviar entrega entregas entregar domicilio delivery deliver shipping ship envian llevan',
  payment: 'pago pagos pagar tarjeta efectivo transferencia credito fiado payment pay card cash transfer credit',
  privacy: 'privacidad datos personales privacy personal data',
};

async function describePolicies(ctx: TenantContext, entries: Training[]): Promise<Draft[]> {
  const entry = sourceOf(entries, 'policies');
  if (!entry) return [];
  const policies = await readSettings(ctx, policySettings);
  return (Object.keys(ABOUT_POLICIES) as (keyof typeof ABOUT_POLICIES)[])
    .filter((name) => policies[name] !== '')
    .map((name) => ({
      trainingId: entry.id,
      kind: 'live',
      title: name,
      content: policies[name],
      resourceId: null,
      about: `${ABOUT_POLICIES[name]} ${policies[name]}`,
      neutralWords: 'servicio servicios politica politicas condiciones service policy policies conditions',
    }));
}

type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

interface Texts {
  noPrice: string;
  stock: (quantity: string | null) => string;
  hoursTitle: string;
  hours: (days: string, start: string, end: string) => string;
  days: Record<Weekday, string>;
}

const text: Record<Language, Texts> = {
  es: {
    noPrice: 'Precio a consultar',
    stock: (quantity) => (quantity !== null && quantity !== '0' ? `Disponible: ${quantity}` : 'Agotado por el momento'),
    hoursTitle: 'Horario',
    hours: (days, start, end) => `Nuestro horario es de ${start} a ${end}: ${days}.`,
    days: {
      monday: 'lunes',
      tuesday: 'martes',
      wednesday: 'miércoles',
      thursday: 'jueves',
      friday: 'viernes',
      saturday: 'sábado',
      sunday: 'domingo',
    },
  },
  en: {
    noPrice: 'Price on request',
    stock: (quantity) =>
      quantity !== null && quantity !== '0' ? `In stock: ${quantity}` : 'Out of stock at the moment',
    hoursTitle: 'Opening hours',
    hours: (days, start, end) => `We are open from ${start} to ${end}: ${days}.`,
    days: {
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
      sunday: 'Sunday',
    },
  },
};
