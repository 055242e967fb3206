/**
 * Writes the structure of the electronic documents that companies exchange, read from the XSD of the tax authority:
 * `node scripts/ecf-schemas.ts <folder with ecf31.xsd …>`. The service checks received documents with the result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder with the XSD files of the tax authority.');

type Node = Record<string, unknown>;
const list = (value: unknown): Node[] => (value === undefined ? [] : ([value].flat() as Node[]));
const textOf = (facet: unknown): string | undefined => (list(facet)[0] as { value?: string } | undefined)?.value;

const formats: string[] = [];
function formatIndex(format: object): number {
  const text = JSON.stringify(format);
  const known = formats.indexOf(text);
  return known >= 0 ? known : formats.push(text) - 1;
}

/** As JavaScript writes it: anchors are implied in an XSD, and its `\\w` knows the letters of every language. */
const patternOf = (pattern: string | undefined): string | undefined =>
  pattern
    ?.replace(/^\^|\$$/g, '')
    .replaceAll('[\\s\\d\\w]', '[\\s\\p{L}\\p{M}\\p{N}\\p{S}]')
    .replaceAll('\\w', '[\\p{L}\\p{M}\\p{N}\\p{S}]')
    .replaceAll('\\-', '-');

function formatOf(restriction: Node): number {
  const number = (name: string) => (restriction[name] === undefined ? undefined : Number(textOf(restriction[name])));
  return formatIndex({
    base: String(restriction.base).replace('xs:', ''),
    pattern: patternOf(textOf(restriction.pattern)),
    values: restriction.enumeration ? list(restriction.enumeration).map(({ value }) => String(value)) : undefined,
    lengthMin: number('minLength'),
    lengthMax: number('maxLength'),
    decimals: number('fractionDigits'),
    digits: number('totalDigits'),
    min: textOf(restriction.minInclusive),
    above: textOf(restriction.minExclusive),
    max: textOf(restriction.maxInclusive),
  });
}

function documentOf(type: string): object {
  const text = readFileSync(join(folder!, `ecf${type}.xsd`), 'utf8').replace(/^\uFEFF/, '');
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseAttributeValue: false,
  });
  const { schema } = parser.parse(text.replaceAll('" Indicador', '"Indicador')) as { schema: Node };
  const simple = new Map(list(schema.simpleType).map((each) => [String(each.name), each.restriction as Node]));
  const elementOf = (element: Node): [number, number, object | number] => {
    const max = element.maxOccurs === 'unbounded' ? 100_000 : Number(element.maxOccurs ?? 1);
    const complex = element.complexType as Node | undefined;
    const inner = element.simpleType as Node | undefined;
    const restriction = inner ? (inner.restriction as Node) : simple.get(String(element.type));
    const content = complex
      ? sequenceOf(complex.sequence as Node)
      : formatOf(restriction ?? { base: element.type ?? 'xs:string' });
    return [Number(element.minOccurs ?? 1), max, content];
  };
  const sequenceOf = (sequence: Node): object =>
    Object.fromEntries(list(sequence.element).map((element) => [String(element.name), elementOf(element)]));
  const root = list(schema.element).find(({ name }) => name === 'ECF')!;
  return elementOf(root)[2] as object;
}

const documents = Object.fromEntries(['31', '33', '34', '44'].map((type) => [type, documentOf(type)]));
const content = { formats: formats.map((format) => JSON.parse(format) as object), documents };
writeFileSync('src/modules/filings/xml/received-structure.json', `${JSON.stringify(content)}\n`);
