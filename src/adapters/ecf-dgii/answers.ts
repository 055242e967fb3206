import type { EcfMessage, EcfResult } from '#modules/filings/index.ts';
import type { OutboundAnswer } from '#platform/http/outbound.ts';

/** The authority answers with objects, plain strings, lists, problem documents or HTML pages; accept all of them. */

const SAID_MAX = 500;
const MESSAGES_MAX = 50;

/** The answer as an object. A plain string becomes its message; anything else is empty. */
export function jsonIn({ body }: Pick<OutboundAnswer, 'body'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString(), (_name, each) => storable(each));
    if (typeof value === 'string') return { mensaje: value };
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    const text = body.toString().trim();
    return text.startsWith('<') ? {} : { mensaje: storable(text) };
  }
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value;

/** The messages of an answer, from any of its fields. */
export function spokenIn(answer: Record<string, unknown>): string | null {
  const texts = [
    ...messagesIn(answer).map(({ text }) => text),
    ...[answer.mensaje, answer.error, answer.detail, answer.title].filter((text) => typeof text === 'string'),
  ];
  const said = texts.find((text) => text.trim() !== '');
  return said ? said.trim().slice(0, SAID_MAX) : null;
}

/** `mensajes` holds strings or objects with codes; `mensaje` may also be a list. */
export function messagesIn(answer: Record<string, unknown>): EcfMessage[] {
  const list = [answer.mensajes, Array.isArray(answer.mensaje) ? answer.mensaje : []].flat();
  return list
    .filter((each) => each !== null && each !== undefined)
    .slice(0, MESSAGES_MAX)
    .map((each): EcfMessage => {
      if (typeof each !== 'object') return { code: '', text: String(each).slice(0, SAID_MAX) };
      const { codigo, valor, mensaje } = each as Record<string, unknown>;
      return { code: String(codigo ?? '').slice(0, 20), text: String(valor ?? mensaje ?? '').slice(0, SAID_MAX) };
    })
    .filter(({ text }) => text.trim() !== '');
}

/** A number given as a number or as text: `1`, `"1"`, `"01"`. */
export const codeOf = ({ codigo }: Record<string, unknown>): number | null =>
  /^\d{1,2}$/.test(String(codigo)) ? Number(codigo) : null;

const states: Record<number, EcfResult['state']> = {
  // "Not found" means that it was submitted a moment ago.
  0: 'processing',
  1: 'accepted',
  2: 'rejected',
  3: 'processing',
  4: 'accepted-conditionally',
};

export function resultIn(answer: Record<string, unknown>): EcfResult {
  const { secuenciaUtilizada } = answer;
  return {
    state: states[codeOf(answer) ?? 0] ?? 'processing',
    messages: messagesIn(answer),
    numberUsed: typeof secuenciaUtilizada === 'boolean' ? secuenciaUtilizada : null,
  };
}
