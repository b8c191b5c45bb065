/** Components that are loaded when first rendered. */
import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react';
import { Empty } from './parts.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
export type Preloadable<Props> = ComponentType<Props> & { fetch: () => Promise<void> };

/**
 * A component in a file of its own; `placeholder` is rendered until it is loaded, `fetch` preloads
 * it. React's `lazy` would delay it by 300 ms once a placeholder was shown (the throttle of
 * Suspense), and unmount the whole page if the file fails to load, as after an upgrade.
 */
export function lazyPreloadable<Props extends object>(
  load: Load<Props>,
  placeholder: ReactNode = null,
): Preloadable<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let hasFailed = false;
  const fetch = () => (loading ??= read());

  async function read() {
    hasFailed = false;
    try {
      Loaded = (await load()).default;
    } catch {
      hasFailed = true;
      loading = undefined;
    }
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, as lazy is.
  function LazyComponent(props: Props) {
    const [, look] = useReducer((looks: number) => looks + 1, 0);
    useEffect(() => {
      if (!Loaded) void fetch().then(look);
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return hasFailed ? <ChunkError /> : placeholder;
  }
  return Object.assign(LazyComponent, { fetch });
}

const ChunkError = () => (
  <div role="alert">
    <Empty
      // If the whole page is missing, so is its heading.
      as={document.querySelector('h1') ? 'h2' : 'h1'}
      title="This part of the page failed to load"
    >
      The connection was lost, or the inbox was upgraded after this page was opened.{' '}
      <Button variant="default" size="xs" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Empty>
  </div>
);
