import type { z } from 'zod';
import type { NewTemplate, TemplateValues } from './template.schema.ts';

/** A part of a template as the provider writes it. */
type Component = Record<string, unknown>;

/** The values that a template takes, by the names of its variables. */
export interface Needs {
  header: string[];
  /** The header is a file. */
  media: 'IMAGE' | 'VIDEO' | 'DOCUMENT' | null;
  body: string[];
  /** The buttons that take a value, by their place. */
  buttons: { index: number; takes: 'url' | 'copy_code' }[];
  /** A part that this service cannot fill in; null: there is none. */
  unsupported: string | null;
}

export type Values = z.output<typeof TemplateValues>;

interface Button {
  type: string;
  text?: string;
  url?: string;
  phone_number?: string;
  example?: unknown;
}

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
const sendable = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];

const typeOf = ({ type }: Component): string => String(type).toUpperCase();
const partOf = (components: Component[], type: string): Component | undefined =>
  components.find((each) => typeOf(each) === type);
const textIn = (part: Component | undefined): string => (typeof part?.text === 'string' ? part.text : '');
const buttonsIn = (components: Component[]): Button[] =>
  ((partOf(components, 'BUTTONS')?.buttons as Button[] | undefined) ?? []).map((each) => ({
    ...each,
    type: String(each.type).toUpperCase(),
  }));

/** The names of the variables in a text, each once: numbers in their order, other names as they appear. */
function variablesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name!))];
  return names.every((name) => /^\d+$/.test(name)) ? names.toSorted((a, b) => Number(a) - Number(b)) : names;
}

export function needsOf({ category, components }: { category: string; components: Component[] }): Needs {
  const header = partOf(components, 'HEADER');
  const format = String(header?.format ?? 'TEXT').toUpperCase();
  const body = partOf(components, 'BODY');
  // The provider writes the text of one-time codes itself, around the code.
  const isCode = category.toUpperCase() === 'AUTHENTICATION' && textIn(body) === '';
  const unknown = components.map(typeOf).find((type) => !sendable.includes(type));
  return {
    header: format === 'TEXT' ? variablesIn(textIn(header)) : [],
    media: format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT' ? format : null,
    body: isCode ? ['1'] : variablesIn(textIn(body)),
    buttons: buttonsIn(components).flatMap((button, index): Needs['buttons'] => {
      const takes = valueIn(button);
      return takes ? [{ index, takes }] : [];
    }),
    unsupported: unknown ?? (format === 'LOCATION' ? 'LOCATION' : null),
  };
}

/** How a button takes its value; null: it takes none. */
function valueIn({ type, url = '' }: Button): 'url' | 'copy_code' | null {
  if (type === 'OTP' || (type === 'URL' && variablesIn(url).length > 0)) return 'url';
  return type === 'COPY_CODE' ? 'copy_code' : null;
}

const fill = (text: string, values: readonly string[]): string => {
  const names = variablesIn(text);
  return text.replace(VARIABLE, (whole, name: string) => values[names.indexOf(name)] ?? whole);
};

/** How a template looks with these values. */
export function renderTemplate(components: Component[], values: Values) {
  const header = partOf(components, 'HEADER');
  const format = String(header?.format ?? 'TEXT').toUpperCase();
  const shown = {
    header: header ? { format, text: fill(textIn(header), values.header) } : null,
    body: fill(textIn(partOf(components, 'BODY')), values.body) || values.body.join(' '),
    footer: textIn(partOf(components, 'FOOTER')),
    buttons: renderButtons(components, values.buttons),
  };
  return { ...shown, text: [shown.header?.text, shown.body].filter(Boolean).join('\n\n') };
}

function renderButtons(components: Component[], values: readonly string[]) {
  const remaining = [...values];
  return buttonsIn(components).map((button) => {
    const { type, text = '', url, phone_number: phone } = button;
    const value = valueIn(button) ? remaining.shift() : undefined;
    const target = url && value !== undefined ? fill(url, [value]) : (url ?? phone ?? value ?? null);
    return { type, text: text || type, target };
  });
}

/** The examples that the template was approved with, as values. */
export function exampleValues(components: Component[]): Values {
  const header = partOf(components, 'HEADER')?.example as { header_text?: string[] } | undefined;
  const body = partOf(components, 'BODY')?.example as
    | { body_text?: string[][]; body_text_named_params?: { example: string }[] }
    | undefined;
  const named = body?.body_text_named_params?.map(({ example }) => example);
  const buttons = buttonsIn(components).filter(({ example }) => example !== undefined);
  return {
    header: header?.header_text ?? [],
    body: body?.body_text?.[0] ?? named ?? [],
    buttons: buttons.map(({ example }) => String(Array.isArray(example) ? example[0] : example)),
  };
}

/** The values in the words of the provider. The file of a header is added when it is sent. */
export function filledComponents(needs: Needs, values: Values): Component[] {
  const texts = (names: string[], given: string[]) =>
    given.map((text, place) => ({
      type: 'text',
      ...(!/^\d+$/.test(names[place]!) && { parameter_name: names[place] }),
      text,
    }));
  return [
    ...(values.header.length > 0 ? [{ type: 'header', parameters: texts(needs.header, values.header) }] : []),
    ...(values.body.length > 0 ? [{ type: 'body', parameters: texts(needs.body, values.body) }] : []),
    ...needs.buttons.map(({ index, takes }, place) => {
      const value = values.buttons[place]!;
      const parameter = takes === 'url' ? { type: 'text', text: value } : { type: 'coupon_code', coupon_code: value };
      return { type: 'button', sub_type: takes, index: String(index), parameters: [parameter] };
    }),
  ];
}

type Given = z.output<typeof NewTemplate>;

/** A new template in the words of the provider. `format`: of the file in its header. */
export function componentsOf(given: Given, format: Needs['media']): Component[] {
  const { header, body, footer, buttons, code } = given;
  if (code) {
    const { recommendsSecrecy, expiresInMinutes, buttonText } = code;
    return [
      { type: 'BODY', add_security_recommendation: recommendsSecrecy },
      ...(expiresInMinutes ? [{ type: 'FOOTER', code_expiration_minutes: expiresInMinutes }] : []),
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: buttonText }] },
    ];
  }
  const example = (name: string, values: unknown[]) =>
    values.flat().length > 0 ? { example: { [name]: values } } : {};
  return [
    ...(header?.text === undefined
      ? []
      : [{ type: 'HEADER', format: 'TEXT', text: header.text, ...example('header_text', header.examples) }]),
    ...(format ? [{ type: 'HEADER', format }] : []),
    { type: 'BODY', text: body!.text, ...example('body_text', [body!.examples]) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }] : []),
  ];
}

function buttonOf(given: Given['buttons'][0]): object {
  switch (given.type) {
    case 'URL':
      return { type: given.type, text: given.text, url: given.url, ...(given.example && { example: [given.example] }) };
    case 'PHONE_NUMBER':
      return { type: given.type, text: given.text, phone_number: given.phoneNumber };
    case 'COPY_CODE':
      return { type: given.type, example: given.example };
    default:
      return { type: given.type, text: given.text };
  }
}

/** Whether two lists of components have the same content. The provider adds examples, ids and defaults of its own. */
export const saySame = (a: Component[], b: Component[]): boolean => wordsOf(a) === wordsOf(b);

const wordsOf = (components: Component[]): string =>
  JSON.stringify([
    ...['HEADER', 'BODY', 'FOOTER'].map((type) => {
      const part = partOf(components, type);
      return part ? [String(part.format ?? 'TEXT').toUpperCase(), textIn(part)] : null;
    }),
    buttonsIn(components).map(({ type, text, url, phone_number: phone }) => [type, text ?? '', url ?? phone ?? '']),
    components.map(typeOf).filter((type) => !sendable.includes(type)),
  ]);
