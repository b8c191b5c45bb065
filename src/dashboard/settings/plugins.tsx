import type { Plugin } from '../../core/plugins/schema.ts';
import { useAbout, usePlugins } from '../data/about.ts';
import { Facts, RowsSkeleton, SettingsHead, Unread } from './parts.tsx';

/** The installed plugins: kinds of review besides the five built in. */
export function PluginsSection() {
  const { data: plugins, error } = usePlugins();
  const folder = useAbout().data?.dataDirectory ?? '…';
  return (
    <>
      <SettingsHead title="Plugins">
        Plugins add kinds of questions to the built-in ones.
      </SettingsHead>
      <Unread error={plugins ? null : error} />
      {!plugins && !error && <RowsSkeleton />}
      <ul className="settings-rows">
        {plugins?.map((plugin) => (
          <PluginRow key={plugin.name} plugin={plugin} />
        ))}
      </ul>
      <p className="meta settings-foot">
        A plugin is a folder with a manifest, <code>{folder}/plugins/NAME/plugin.json</code>.
        Plugins are loaded when the server starts.
      </p>
    </>
  );
}

const PluginRow = ({ plugin }: { plugin: Plugin }) => (
  <li className="settings-item plugin">
    <div className="settings-item-text">
      <p className="settings-item-name">{plugin.displayName}</p>
      <Facts>
        <code>{plugin.name}</code>
        {`version ${plugin.version}`}
        {plugin.author}
      </Facts>
      {plugin.description && <p>{plugin.description}</p>}
      <details className="settings-more">
        <summary>Manifest</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <pre className="manifest" tabIndex={0}>
          {JSON.stringify(plugin, null, 2)}
        </pre>
      </details>
    </div>
  </li>
);
