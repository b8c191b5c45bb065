import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { createClient } from '../../client/client.ts';
import { Api } from '../data/api.ts';
import { base, homeUrl } from '../data/base.ts';
import { hasToAsk } from '../data/contacts.ts';
import { createQueryClient } from '../data/query-client.ts';
import { Me, useMe, useSession } from '../data/session.ts';
import { KeysProvider } from '../keys/use-keys.tsx';
import { LiveProvider } from '../live/live.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { schemeManager, theme, variables } from '../look/theme.ts';
import { OAuthFlows } from '../oauth/flows.tsx';
import { LogOutProvider } from '../outbox/log-out.tsx';
import { OutboxProvider } from '../outbox/outbox.tsx';
import { Announcer } from './announcer.tsx';
import { usePage } from './pages.tsx';
import { Shell } from './shell.tsx';
import { Unreachable } from './unreachable.tsx';

const AllowAgainPage = lazyPreloadable(() => import('../access/allow-again.tsx'));
const DevicePage = lazyPreloadable(() => import('../access/device.tsx'));
const LogInPage = lazyPreloadable(() => import('../access/log-in.tsx'));
const SetUpPage = lazyPreloadable(() => import('../access/set-up.tsx'));

export function App() {
  const [client] = useState(() => createClient(homeUrl(), {}));
  const [queryClient] = useState(createQueryClient);
  const [manager] = useState(schemeManager);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
    >
      <Api value={client}>
        <QueryClientProvider client={queryClient}>
          <KeysProvider>
            <Notifications position="bottom-right" />
            <Router base={base}>
              <Gate />
            </Router>
          </KeysProvider>
        </QueryClientProvider>
      </Api>
    </MantineProvider>
  );
}

/** Anonymous visitors see the login first, and then the requested page. */
function Gate() {
  const { data: me, error, refetch } = useSession();
  const [path] = useLocation();
  const search = useSearch();
  usePreload();
  if (error && me === undefined) return <Unreachable error={error} retry={refetch} />;
  if (me === undefined) return null;
  if (me === null) {
    return (
      <Switch>
        <Route path="/setup" component={SetUpPage} />
        <Route path="/login" component={LogInPage} />
        <Route>
          <Redirect to={logInFor(search ? `${path}?${search}` : path)} replace />
        </Route>
      </Switch>
    );
  }
  return (
    <Me value={me}>
      <LiveProvider key={me.id}>
        <OutboxProvider>
          <LogOutProvider>
            <Announcer />
            <Pages />
          </LogOutProvider>
        </OutboxProvider>
      </LiveProvider>
    </Me>
  );
}

/** Loads the files of the first page while the session is being loaded. */
function usePreload(): void {
  const first = useRef(usePage()?.Page);
  useEffect(() => void first.current?.fetch(), []);
}

const Pages = () => (
  <Switch>
    <Route path="/setup" component={SetUpPage} />
    <Route path="/device" component={DevicePage} />
    <Route path="/login" component={LoggedIn} />
    <Route>
      <OAuthFlows>
        <Shell />
      </OAuthFlows>
    </Route>
  </Switch>
);

/** A login ends on the requested page; before that, it asks about contacts at which answers have ended. */
function LoggedIn() {
  const me = useMe();
  const next = nextPath();
  return hasToAsk(me) ? <AllowAgainPage next={next} /> : <Redirect to={next} replace />;
}

const logInFor = (page: string) =>
  page === '/' ? '/login' : `/login?next=${encodeURIComponent(page)}`;

/** Only paths of this inbox. */
function nextPath(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
