// The formula by which Homebrew installs a release, on macOS and on Linux with glibc.
import own from '../../package.json' with { type: 'json' };
import names from '../../packages/names.json' with { type: 'json' };
import { addressOf, archiveFile, type Manifest } from '../../src/release/manifest.ts';

const { homebrew, release, repository } = names;

export const formulaFile = `${homebrew.formula}.rb`;

/** Homebrew's names of systems and processors, and ours. */
const systems = [
  ['macos', { arm: 'macos-arm64', intel: 'macos-x64' }],
  ['linux', { arm: 'linux-arm64', intel: 'linux-x64' }],
] as const;

/** Has the systems of which the release has an archive. */
export function formula({ version, files }: Pick<Manifest, 'version' | 'files'>): string {
  const urlOf = (system: string) => {
    const name = archiveFile(version, system);
    const sha256 = files.find((file) => file.name === name)?.sha256;
    return sha256 && { url: addressOf(release.url, name, version), sha256 };
  };
  const blocks = systems.map(([os, processors]) => {
    const inside = Object.entries(processors).map(([processor, system]) => {
      const found = urlOf(system);
      if (!found) return '';
      return `    on_${processor} do\n      url "${found.url}"\n      sha256 "${found.sha256}"\n    end\n`;
    });
    return inside.join('') && `  on_${os} do\n${inside.join('')}  end\n\n`;
  });
  return `class ${classOf(homebrew.formula)} < Formula
  desc "Inbox through which AI agents ask people and people answer"
  homepage "${repository.url}"
  version "${version}"
  license "${own.license}"

${blocks.join('')}  def install
    bin.install "inbox"
    man1.install "inbox.1"
    bash_completion.install "completions/inbox.bash" => "inbox"
    zsh_completion.install "completions/_inbox"
    fish_completion.install "completions/inbox.fish"
  end

  service do
    run [opt_bin/"inbox", "serve"]
    keep_alive true
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/inbox --version").strip
  end
end
`;
}

const classOf = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
