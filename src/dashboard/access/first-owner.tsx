import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'wouter';
import { errorsAt } from '../data/save.ts';
import { useSetUp } from '../data/session.ts';
import { StandalonePage } from './standalone-page.tsx';

/** Step 1: the owner of this inbox. */
export function FirstOwner({ token }: { token: string | null }) {
  const setUp = useSetUp();
  const form = useForm({ initialValues: { name: '', email: '', password: '' } });
  if (token === null) return <NoLink />;

  const send = form.onSubmit((values) =>
    setUp.mutate({ ...values, token }, { onError: (error) => form.setErrors(errorsAt(error)) }),
  );
  const field = (name: 'name' | 'email' | 'password') => ({
    ...form.getInputProps(name),
    'aria-invalid': name in form.errors,
  });
  const isField = setUp.error && Object.keys(errorsAt(setUp.error)).length > 0;
  return (
    <StandalonePage title="Set up your inbox">
      <p className="soft">You'll be the first owner. All data stays on this server.</p>
      <form className="stack" onSubmit={send}>
        <TextInput
          label="Your name"
          description="Shown to agents and people next to your answers"
          autoComplete="name"
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
          {...field('name')}
        />
        <TextInput
          label="E-mail"
          description="Used to log in"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...field('email')}
        />
        <PasswordInput
          label="Password"
          description="At least 10 characters"
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...field('password')}
        />
        <div role="alert">
          {setUp.error && !isField && <p className="refusal">{setUp.error.message}</p>}
        </div>
        <Button type="submit" loading={setUp.isPending}>
          Continue
        </Button>
      </form>
    </StandalonePage>
  );
}

const NoLink = () => (
  <StandalonePage title="Incomplete setup link">
    <p className="soft">
      Open the full link printed by <code>inbox serve</code>. It works once and expires on restart.
      Already set up? <Link href="/login">Log in</Link>
    </p>
  </StandalonePage>
);
