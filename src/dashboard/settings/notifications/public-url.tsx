/** For owners: the address at which people open the inbox, and whether it leads there. */
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PublicUrlCheck, PublicUrlState } from '../../../core/settings/schema.ts';
import { homeUrl } from '../../data/base.ts';
import {
  reachesInbox,
  useCheckPublicUrl,
  usePublicUrl,
  useSetPublicUrl,
} from '../../data/public-url.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { Block, Refusal, Unread } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';
import { OwnPassword } from './own-password.tsx';
import { TestStep } from './test-step.tsx';
import { WaysToHttps } from './ways-to-https.tsx';

export function PublicUrlBlock() {
  const { data: state, error } = usePublicUrl();
  return (
    <Block
      id="public-url"
      title="Public URL"
      about="The address at which people open the inbox, also on their phones. Notifications lead there."
    >
      {state && <Current state={state} />}
      <Unread error={state ? null : error} />
    </Block>
  );
}

function Current({ state }: { state: PublicUrlState }) {
  const { publicUrl, source } = state;
  const [dialog, setDialog] = useState<'set' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="stack">
      {publicUrl === null ? (
        <p>
          {offered() === null
            ? 'None is set.'
            : `None is set. This page was opened at ${offered()}, which can be set.`}
        </p>
      ) : (
        <p className="public-url-now">
          <code>{publicUrl}</code>
          {source !== null && (
            <>
              , set by <code>{source}</code>. Change it there, and restart the inbox.
            </>
          )}
        </p>
      )}
      {source === null && (
        <div className="buttons buttons-start">
          <Button variant="default" onClick={() => setDialog('set')}>
            {publicUrl === null ? 'Set the public URL' : 'Change the public URL'}
          </Button>
          {publicUrl !== null && (
            <Button variant="default" onClick={() => setDialog('remove')}>
              Remove
            </Button>
          )}
        </div>
      )}
      {publicUrl === null ? offered() === null && <WaysToHttps /> : <ProxyCheck key={publicUrl} />}
      <Dialog opened={dialog === 'set'} onClose={close} title="Public URL" size="lg">
        <SetForm publicUrl={publicUrl} />
      </Dialog>
      <Dialog opened={dialog === 'remove'} onClose={close} title="Remove the public URL">
        <RemoveForm />
      </Dialog>
    </div>
  );
}

/** The address of this page, if others could open it. */
function offered(): string | null {
  const { protocol, hostname } = window.location;
  const isHere = /^(localhost|127\..*|\[::1\])$|\.localhost$/.test(hostname);
  return protocol === 'https:' && !isHere ? homeUrl() : null;
}

type Found = {
  url: string;
  findings: PublicUrlCheck['findings'];
  /** Null if a page at another address can't know it. */
  isReached: boolean | null;
};

const leadsHere = ({ findings, isReached }: Found): boolean =>
  isReached === true || !findings.some(isUnreached);

const isUnreached = ({ check, result }: PublicUrlCheck['findings'][number]) =>
  check === 'proxy' && result === 'fail';

function SetForm({ publicUrl }: { publicUrl: string | null }) {
  const saving = useSetPublicUrl();
  const checking = useCheckPublicUrl();
  const [typed, setTyped] = useState(offered() ?? publicUrl ?? '');
  const [password, setPassword] = useState('');
  const [known, setKnown] = useState<Found | null>(null);
  const url = typed.trim();
  const found = known?.url === url ? known : null;
  const isDoubtful = found !== null && !leadsHere(found);

  const save = () =>
    saving.send({ password, publicUrl: url }, ({ publicUrl: now }) =>
      window.location.assign(`${(now ?? url).replace(/\/$/, '')}/`),
    );
  const check = (then?: (found: Found) => void) => {
    saving.reset();
    checking.send({ password, publicUrl: url }, async ({ findings, probe }) => {
      const now = { url, findings, isReached: await reachesInbox(url, probe) };
      setKnown(now);
      then?.(now);
    });
  };
  const errors = { ...checking.errors, ...saving.errors };
  return (
    <SaveForm
      saving={{
        isPending: saving.isPending || checking.isPending,
        refusal: saving.refusal ?? checking.refusal,
      }}
      onSend={() => (found ? save() : check((now) => leadsHere(now) && save()))}
      action={isDoubtful ? 'Save all the same' : 'Save'}
      disabled={password === '' || url === ''}
      beside={
        <Button
          variant="default"
          className="buttons-apart"
          onClick={() => check()}
          loading={checking.isPending}
          disabled={password === '' || url === ''}
        >
          Check
        </Button>
      }
    >
      <TextInput
        label="URL"
        description={
          url === offered()
            ? 'You have opened the inbox at this address.'
            : 'As people open it, with its path if it has one.'
        }
        placeholder="https://inbox.example.com"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={errors.publicUrl}
        type="url"
        autoComplete="off"
        spellCheck={false}
      />
      <p>
        The session cookie then has another name: you and everyone else log in again, at the new
        address. This page leads you there. At other addresses, logging in may no longer work.
      </p>
      <p className="meta">
        If nobody can log in afterwards, <code>inbox config rm publicUrl</code> on the server
        removes it.
      </p>
      <OwnPassword value={password} onChange={setPassword} error={errors.password} />
      {found && <FoundList found={found} />}
    </SaveForm>
  );
}

function RemoveForm() {
  const saving = useSetPublicUrl();
  const [password, setPassword] = useState('');
  const remove = () =>
    saving.send({ password, publicUrl: null }, () =>
      window.location.assign(`${window.location.origin}/`),
    );
  return (
    <SaveForm saving={saving} onSend={remove} action="Remove" disabled={password === ''}>
      <p>
        Notifications then have no link that works elsewhere, and browsers are no longer notified
        while the inbox is closed. The session cookie has another name: everyone logs in again.
      </p>
      <OwnPassword value={password} onChange={setPassword} error={saving.errors.password} />
    </SaveForm>
  );
}

function ProxyCheck() {
  const checking = useCheckPublicUrl();
  const [findings, setFindings] = useState<PublicUrlCheck['findings'] | null>(null);
  const [held, setHeld] = useState(false);
  const check = (isHeld: boolean) => {
    setHeld(isHeld);
    checking.send({ held: isHeld }, (found) => setFindings(found.findings));
  };
  return (
    <div className="stack">
      <div className="buttons buttons-start">
        <Button
          variant="default"
          onClick={() => check(false)}
          loading={checking.isPending && !held}
          disabled={checking.isPending}
        >
          Check the proxy
        </Button>
        {findings !== null && (
          <Button
            variant="default"
            onClick={() => check(true)}
            loading={checking.isPending && held}
            disabled={checking.isPending}
          >
            Check long requests too, for 150 seconds
          </Button>
        )}
      </div>
      <Refusal>{checking.refusal}</Refusal>
      {findings && <Findings findings={findings} />}
    </div>
  );
}

function FoundList({ found }: { found: Found }) {
  const { url, findings, isReached } = found;
  return (
    <>
      <p className="meta">Called by the server and by this browser:</p>
      <Findings findings={findings}>
        {isReached === null ? (
          <TestStep
            progress="unsure"
            detail={
              <a href={url} target="_blank" rel="noreferrer">
                Open it in a new tab, which must show the inbox
              </a>
            }
          >
            This page cannot call another address
          </TestStep>
        ) : (
          <TestStep progress={isReached ? 'done' : 'failed'}>
            {isReached
              ? 'This browser reaches the inbox there'
              : 'This browser does not reach the inbox there'}
          </TestStep>
        )}
      </Findings>
      {isReached && findings.some(isUnreached) && (
        <p className="meta">
          Many home networks do not let a server call its own public address. It is enough that
          browsers can.
        </p>
      )}
      {!leadsHere(found) && (
        <p className="is-warning">
          Nothing shows that this address leads to the inbox. If it doesn't, nobody can log in.
        </p>
      )}
    </>
  );
}

const progresses = { ok: 'done', warn: 'unsure', fail: 'failed' } as const;

type FindingsProps = { findings: PublicUrlCheck['findings']; children?: ReactNode };

const Findings = ({ findings, children }: FindingsProps) => (
  <ul className="public-url-found" aria-live="polite">
    {findings.map(({ check, result, says, next }) => (
      <TestStep key={check} progress={progresses[result]} detail={next}>
        {says}
      </TestStep>
    ))}
    {children}
  </ul>
);
