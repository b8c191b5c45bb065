/** Finds in the sources what knows one kind of review from another outside of the kinds' folders. */
import { parseSync, Visitor } from 'oxc-parser';
import { z } from 'zod';
import { HEADING } from '../../../src/core/reviews/kinds/labels.ts';
import { type KindName, kindNames, wordsOf } from '../../../src/core/reviews/kinds/words.ts';
import { kinds } from '../../../src/core/reviews/kinds.ts';

/** Fields that every kind may have: its heading, and the labels of its two buttons. */
const COMMON = [...HEADING, 'submitLabel', 'dismissLabel', '_dismissed'];
/** Other names that outside clients use. */
const ALIASES: Partial<Record<KindName, string[]>> = { selection: ['options', 'multiple'] };

const own = (keys: string[]) => keys.filter((key) => !COMMON.includes(key));

const payloadKeys: Record<string, string[]> = Object.fromEntries(
  kindNames.map((name) => [name, own([...payloadKeysOf(name), ...(ALIASES[name] ?? [])])]),
);
const answerKeys = kindNames.flatMap((name) => {
  const { example, hasComment } = wordsOf(name);
  return own([...Object.keys(example({})), ...(hasComment ? ['comment', 'comments'] : [])]);
});
const keys = new Set([...Object.values(payloadKeys).flat(), ...answerKeys]);

function payloadKeysOf(name: KindName): string[] {
  const { payload, manifest } = kinds[name];
  const schema =
    manifest?.inputSchema ?? z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any' });
  return Object.keys((schema.properties as object | undefined) ?? {});
}

export const knownKeys = (): string[] => [...keys];

const names = kindNames as readonly string[];
/** A name in a text, such as a query or a request. */
const quoted = new RegExp(`["'](${kindNames.join('|')})["']`);
/** The kinds, and the registries that list them. */
const KIND_FILES = [
  /^kinds\//,
  /^core\/reviews\/kinds(\/words)?\.ts$/,
  /^cli\/kinds\/kinds\.ts$/,
  /^dashboard\/reviews\/kinds\.tsx$/,
];

const isKindFile = (path: string): boolean => KIND_FILES.some((pattern) => pattern.test(path));

type Node = { type: string; start: number } & Record<string, unknown>;

/** Each mention as a sentence. */
export function mentionsIn(path: string, source: string): string[] {
  if (isKindFile(path)) return [];
  const found: string[] = [];
  const report = (node: unknown, what: string) => {
    const line = source.slice(0, (node as Node).start).split('\n').length;
    found.push(`${path}:${line} ${what}`);
  };
  const readFrom = (pattern: unknown, value: unknown) => {
    if (!isQuestion(value)) return;
    for (const key of keysIn(pattern)) if (keys.has(key)) report(pattern, `reads ${key}`);
  };
  /** `response.text()` reads what came over HTTP. */
  const called = new Set<unknown>();
  new Visitor({
    Literal(node) {
      if (names.includes(String(node.value))) report(node, `names ${node.value}`);
    },
    CallExpression(node) {
      called.add(node.callee);
    },
    TemplateElement(node) {
      const [, name] = quoted.exec(node.value.raw) ?? [];
      if (name !== undefined) report(node, `names ${name}`);
    },
    MemberExpression(node) {
      const key = keyOf(node);
      if (called.has(node)) return;
      if (key !== undefined && keys.has(key) && isQuestion(node.object))
        report(node, `reads ${key}`);
    },
    VariableDeclarator(node) {
      readFrom(node.id, node.init);
    },
    ObjectPattern(node) {
      for (const property of node.properties) {
        if (property.type === 'Property') readFrom(property.value, property.key);
      }
      if (isOfSeveral(keysIn(node))) report(node, `takes apart ${keysIn(node).join(', ')}`);
    },
    LogicalExpression(node) {
      const sides = [lastKey(node.left), lastKey(node.right)];
      if (isOfSeveral(sides)) report(node, `chooses between ${sides.join(' and ')}`);
    },
    ArrayExpression(node) {
      const texts = node.elements.map((one) => textOf(one) ?? '');
      if (isOfSeveral(texts)) report(node, `lists ${texts.join(', ')}`);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** Whether the words are keys of payloads of which no kind has all. */
function isOfSeveral(words: string[]): boolean {
  const found = words.filter((word) => Object.values(payloadKeys).flat().includes(word));
  return (
    found.length > 1 &&
    !Object.values(payloadKeys).some((known) => found.every((word) => known.includes(word)))
  );
}

/** A payload or an answer, however it is reached. */
function isQuestion(value: unknown): boolean {
  const name = lastKey(value);
  return name === 'payload' || name === 'response';
}

/** The last name of an expression: `options` of `review?.payload.options`. */
function lastKey(value: unknown): string {
  const node = value as Node | null;
  if (!node) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'MemberExpression') return keyOf(node) ?? '';
  if (node.type === 'LogicalExpression') return lastKey(node.left);
  return typeof node.expression === 'object' ? lastKey(node.expression) : '';
}

function keyOf(node: object): string | undefined {
  const { computed, property } = node as Node & { property: Node };
  return computed ? textOf(property) : String(property.name);
}

/** The keys that a pattern takes out of an object. */
function keysIn(pattern: unknown): string[] {
  const node = pattern as Node;
  if (node.type === 'AssignmentPattern') return keysIn(node.left);
  if (node.type !== 'ObjectPattern') return [];
  return (node.properties as Node[]).flatMap(({ type, key }) =>
    type === 'Property' ? [lastKey(key) || (textOf(key) ?? '')] : [],
  );
}

function textOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as Partial<Node>;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}
