import { Button } from '@mantine/core';
import { homeUrl } from '../data/base.ts';
import { useCodeDecision, useCodeLogIn } from '../data/device.ts';
import { StandalonePage } from './standalone-page.tsx';

/** For an app on the home screen, which does not have the login of the browser. */
export function LogInByCode({ onBack }: { onBack: () => void }) {
  const { data: begun, error, refetch, isFetching } = useCodeLogIn();
  const { data: status, error: failure } = useCodeDecision(begun);
  const why = error?.message ?? ended[status ?? 'pending'];
  return (
    <StandalonePage title="Log in with a code">
      {begun && why === null && (
        <>
          <p>
            In a browser where you are logged in, open{' '}
            <strong className="device-address">{homeUrl()}/device</strong> and enter this code:
          </p>
          <p className="device-code">{begun.userCode}</p>
          <p className="waiting" role="status">
            <span className="dot" />
            {failure === null ? 'Waiting for approval…' : 'The inbox can’t be reached. Retrying…'}
          </p>
        </>
      )}
      {why !== null && (
        <>
          <p className="refusal" role="alert">
            {why}
          </p>
          <Button onClick={() => refetch()} loading={isFetching}>
            Get a new code
          </Button>
        </>
      )}
      <Button variant="default" onClick={onBack}>
        Log in with a password
      </Button>
    </StandalonePage>
  );
}

const ended = {
  pending: null,
  approved: null,
  denied: 'The login was denied.',
  expired: 'This code has expired.',
} as const;
