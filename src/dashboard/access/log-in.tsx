import { Button, PasswordInput, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { InboxError } from '../../core/errors.ts';
import { queryKeys } from '../data/query-keys.ts';
import { useLogIn } from '../data/session.ts';
import { useCountdown } from './countdown.ts';
import { LogInByCode } from './log-in-by-code.tsx';
import { StandalonePage } from './standalone-page.tsx';

export default function LogInPage() {
  const [isByCode, setIsByCode] = useState(false);
  if (isByCode) return <LogInByCode onBack={() => setIsByCode(false)} />;
  return <LogInByPassword onCode={() => setIsByCode(true)} />;
}

function LogInByPassword({ onCode }: { onCode: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [freeAt, setFreeAt] = useState(0);
  const waitSeconds = useCountdown(freeAt);
  const passwordField = useRef<HTMLInputElement>(null);
  const logIn = useLogIn();

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (waitSeconds > 0) return;
    const onError = (error: Error) => {
      setFreeAt(Date.now() + retryAfterSeconds(error) * 1000);
      passwordField.current?.select();
    };
    logIn.mutate({ email, password }, { onError });
  };

  return (
    <StandalonePage title="Log in">
      <Asking />
      <form className="stack" onSubmit={send}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          withAsterisk={false}
          data-autofocus
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
        <div role="alert">
          {logIn.error && <p className="refusal">{sentence(logIn.error, waitSeconds)}</p>}
        </div>
        <Button type="submit" loading={logIn.isPending} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? `Try again in ${waitSeconds}s` : 'Log in'}
        </Button>
        <Button variant="default" onClick={onCode}>
          Log in with a code
        </Button>
      </form>
      <p className="meta">Forgot your password? Ask an owner to set a new one.</p>
      <p className="meta">
        New here? Ask an owner to add you. Setting up a new inbox? Use the link printed when the
        server starts.
      </p>
    </StandalonePage>
  );
}

/** The session has ended, perhaps before an answer was sent. */
function Asking() {
  const { data } = useQuery<string[] | null>({ queryKey: queryKeys.asking, queryFn: skipToken });
  if (!data) return null;
  const [chosen] = data;
  return (
    <p className="logged-out" role="status">
      You were logged out.{' '}
      {chosen === undefined ? (
        'Log in again to go on.'
      ) : (
        <>
          Your answer (<bdi>{chosen}</bdi>) is saved. Log in again to send it.
        </>
      )}
    </p>
  );
}

function sentence(error: Error, waitSeconds: number): string {
  if (!isThrottled(error)) return error.message;
  if (waitSeconds === 0) return 'You can try again now.';
  return 'Too many failed attempts. Wait a moment, then try again.';
}

const isThrottled = (error: Error) => error instanceof InboxError && error.code === 'rate_limited';

function retryAfterSeconds(error: Error): number {
  if (!(error instanceof InboxError)) return 0;
  const { retryAfterSeconds: seconds } = error.details;
  return typeof seconds === 'number' ? seconds : 0;
}
