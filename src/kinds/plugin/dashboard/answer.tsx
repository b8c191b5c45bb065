import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { Plugin } from '../../../core/plugins/schema.ts';
import { HEADING, textIn } from '../../../core/reviews/kinds/labels.ts';
import { kindWord } from '../../../core/reviews/kinds/words.ts';
import { usePlugins } from '../../../dashboard/data/about.ts';
import { Fact } from '../../../dashboard/reviews/fact.tsx';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { skeleton } from '../../../dashboard/reviews/skeleton.tsx';
import { ANSWER_SCHEMA } from '../words.ts';
import BySchema from './by-schema.tsx';

/**
 * Shows the payload of a kind that the dashboard does not know, and takes the answer that its plugin
 * describes. Nothing is shown before the plugin's labels are known.
 */
export default function PluginAnswer(props: AnswerProps) {
  const { type, payload } = props.message.review;
  const { data: plugins, isPending } = usePlugins();
  const plugin = plugins?.find(({ name }) => name === type);
  const known = propertiesOf(plugin);
  const facts = Object.entries(payload).filter(([name]) => !ELSEWHERE.includes(name));
  if (isPending) return skeleton;
  return (
    <>
      <p className="meta">{plugin?.description ?? plugin?.displayName ?? kindWord(type)}</p>
      {facts.length > 0 && (
        <dl className="review-facts">
          {facts.map(([name, value]) => (
            <Fact
              key={name}
              name={wordIn(known[name], 'title') ?? name}
              value={value}
              title={wordIn(known[name], 'description')}
            />
          ))}
        </dl>
      )}
      <BySchema {...props} />
    </>
  );
}

const ELSEWHERE = [...HEADING, ANSWER_SCHEMA];

function propertiesOf(plugin: Plugin | undefined): JsonObject {
  const properties = plugin?.inputSchema?.properties;
  return isJsonObject(properties) ? properties : {};
}

function wordIn(property: unknown, word: 'title' | 'description'): string | undefined {
  return isJsonObject(property) ? textIn(property, word) : undefined;
}
