import { InvalidRequest } from '#platform/refusal.ts';
import { fillVariables, variableNames } from '../message/variables.ts';
import type { Audience, DiffusionTemplate } from './diffusion.schema.ts';

const FILE = 'file.';
const known = ['contact.name', 'contact.firstName', 'organization.name'];
const VALUE_LENGTH_MAX = 1024;

type Values = DiffusionTemplate['parameters'];
const parts = ['header', 'body', 'buttons'] as const;

/** Which data of a recipient the templates need: who lacks one is left out. */
export function variablesOf(templates: DiffusionTemplate[]): { usesName: boolean; columns: string[] } {
  const names = new Set(
    templates.flatMap(({ parameters }) => parts.flatMap((part) => parameters[part].flatMap(variableNames))),
  );
  return {
    usesName: names.has('contact.name') || names.has('contact.firstName'),
    columns: [...names].filter((name) => name.startsWith(FILE)).map((name) => name.slice(FILE.length)),
  };
}

/** Refuses a variable that no recipient of this audience can have. `columns`: of the file, where it was read. */
export function requireVariables(templates: DiffusionTemplate[], audience: Audience, columns: string[] | null): void {
  const isColumn = (name: string) => !columns || columns.includes(name.slice(FILE.length));
  const isKnown = (name: string) =>
    known.includes(name) || (name.startsWith(FILE) && audience.fileId !== undefined && isColumn(name));
  for (const { text, path } of templates.flatMap(textsOf)) {
    const unknown = variableNames(text).find((name) => !isKnown(name));
    if (unknown === undefined) continue;
    throw InvalidRequest.at(path, 'unknown_variable', `There is no {{${unknown}}} for this audience.`);
  }
}

const textsOf = ({ parameters }: DiffusionTemplate, place: number) =>
  parts.flatMap((part) =>
    parameters[part].map((text, index) => ({ text, path: `body.templates[${place}].parameters.${part}[${index}]` })),
  );

interface Filling {
  name: string;
  organization: string;
  fields: Record<string, string>;
}

/** The values for one recipient. The provider takes no line breaks, tabs or repeated blanks in them. */
export function filledValues(parameters: Values, { name, organization, fields }: Filling): Values {
  const variables = {
    ...Object.fromEntries(Object.entries(fields).map(([column, value]) => [FILE + column, value])),
    'contact.name': name,
    'contact.firstName': name.split(/\s+/)[0]!,
    'organization.name': organization,
  };
  const filled = (text: string): string =>
    fillVariables(text, variables).replace(/\s+/g, ' ').slice(0, VALUE_LENGTH_MAX);
  return {
    header: parameters.header.map(filled),
    body: parameters.body.map(filled),
    buttons: parameters.buttons.map(filled),
  };
}
