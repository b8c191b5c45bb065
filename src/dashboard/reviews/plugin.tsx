import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Plugin } from '../../core/plugins/schema.ts';
import { useClient } from '../data/api.ts';
import { queryKeys } from '../data/query-keys.ts';
import { CodeBlock } from '../message/elements.tsx';
import { JsonAnswer } from './json-answer.tsx';
import { type AnswerProps, kindWord } from './kind.ts';

/** A kind that the dashboard has no picture of: what it asks with, in the plugin's own words. */
export default function PluginAnswer(props: AnswerProps) {
  const { type, payload } = props.message.review;
  const plugin = usePlugins().data?.find(({ name }) => name === type);
  const known = propertiesOf(plugin);
  const facts = Object.entries(payload).filter(([name]) => !SHOWN_ABOVE.includes(name));
  return (
    <>
      <p className="meta">{plugin?.description ?? plugin?.displayName ?? kindWord(type)}</p>
      {facts.length > 0 && (
        <dl className="review-facts">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name} value={value} about={known[name]} />
          ))}
        </dl>
      )}
      <JsonAnswer {...props} />
    </>
  );
}

const SHOWN_ABOVE = ['title', 'description', 'prompt'];

function usePlugins() {
  const client = useClient();
  return useQuery<Plugin[]>({
    queryKey: queryKeys.plugins,
    queryFn: () => ok(client.plugins.get()),
  });
}

function propertiesOf(plugin: Plugin | undefined): JsonObject {
  const properties = plugin?.inputSchema?.properties;
  return isJsonObject(properties) ? properties : {};
}

type FactProps = { name: string; value: unknown; about: unknown };

function Fact({ name, value, about }: FactProps) {
  const said = (word: string) => {
    const text = isJsonObject(about) ? about[word] : undefined;
    return typeof text === 'string' ? text : undefined;
  };
  return (
    <div>
      <dt title={said('description')}>{said('title') ?? name}</dt>
      <dd>
        {typeof value === 'object' && value !== null ? (
          <CodeBlock>{JSON.stringify(value, null, 2)}</CodeBlock>
        ) : (
          String(value)
        )}
      </dd>
    </div>
  );
}
