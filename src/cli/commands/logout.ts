import type { Command } from 'commander';
import { exit, UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, printJson } from '../output.ts';
import { forgetProfile } from '../profiles.ts';
import { profileToEnd } from '../target.ts';
import { revoke } from './login.ts';

export function defineLogout(command: Command): void {
  command
    .addHelpText('after', '\nExample:\n  $ inbox logout')
    .action((_: unknown, self: Command) => logout(self.optsWithGlobals()));
}

/** Forgets the login even if the inbox cannot be reached. */
async function logout(options: GlobalOptions): Promise<void> {
  const profile = profileToEnd(options);
  if (!profile) throw new UsageError('You are not logged in. Log in with `inbox login URL`');
  const { name, url } = profile;
  forgetProfile(name);
  try {
    const isRevoked = await revoke(profile);
    note(`Logged out of ${url}.${isRevoked ? '' : ' The token you supplied is still valid.'}`);
    if (options.json) printJson({ profile: name, url, revoked: isRevoked });
  } catch (error) {
    note(
      `error: The saved login was removed, but its token is still valid: ${(error as Error).message}`,
    );
    note(`Revoke it in the settings of ${url}.`);
    process.exitCode = exit.error;
  }
}
