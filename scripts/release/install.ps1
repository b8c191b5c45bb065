<#
.SYNOPSIS
Installs Agent Inbox: downloads a release, checks its signature and its checksum, and puts inbox.exe in place.
.PARAMETER Version
This version, even if a newer one is installed; without it, the newest.
.PARAMETER Prefix
Installs Prefix\bin\inbox.exe.
#>
param(
  [string]$Version = '',
  [string]$Prefix = (Join-Path $env:LOCALAPPDATA 'Programs\agent-inbox')
)

# Called at the end of the file: of a script that was cut on its way, nothing runs.
function Install-Inbox {
  $ErrorActionPreference = 'Stop'
  $ProgressPreference = 'SilentlyContinue'
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072

  # The release fills these in, from packages/names.json and packages/signers.txt.
  $url = '@URL@'
  $signers = @'
@SIGNERS@
'@
  if ($env:INBOX_RELEASE_URL) { $url = $env:INBOX_RELEASE_URL }
  if (-not $url) { throw 'Releases have no address yet: set INBOX_RELEASE_URL to one that you trust' }
  $url = $url.TrimEnd('/')
  if ($Version -and $Version -notmatch '^[0-9A-Za-z.-]+$') { throw "$Version is not a version: one is such as 1.2.3" }
  if (-not [Environment]::Is64BitOperatingSystem) { throw 'There is no executable for this system: only for 64 bits' }

  $bin = Join-Path ([IO.Path]::GetFullPath($Prefix)) 'bin'
  $exe = Join-Path $bin 'inbox.exe'
  $part = Join-Path $bin "inbox.$PID.part.exe"
  $work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
  New-Item -ItemType Directory -Force $work | Out-Null
  try {
    $from = "$url/latest/download"
    if ($Version) { $from = "$url/download/v$Version" }
    Get-ReleaseFile "$from/manifest.json" "$work\manifest.json"
    $signature = Test-ReleaseSignature $from $work $signers

    $manifest = Get-Content -Raw "$work\manifest.json" | ConvertFrom-Json
    $new = $manifest.version
    if ($new -notmatch '^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$') { throw "$from/manifest.json is not the manifest of a release" }
    if ($Version -and $new -ne $Version) { throw "$from/manifest.json is the manifest of $new, not of $Version" }

    $former = ''
    if (Test-Path $exe) { $former = "$(& $exe --version)" }
    # Whoever gives out an old release as the newest has its signature.
    if (-not $Version -and $former -and (Test-Older $new $former)) {
      throw "The newest release at $url is $new, which is older than what is installed, $former; nothing was changed. If you want it, name it with -Version $new"
    }

    $name = "inbox-$new-windows-x64.zip"
    $listed = $manifest.files | Where-Object { $_.name -eq $name }
    if (-not $listed) { throw "The release $new has no file for Windows; nothing was changed" }
    Get-ReleaseFile "$url/download/v$new/$name" "$work\$name"
    if ((Get-FileHash -Algorithm SHA256 "$work\$name").Hash -ne $listed.sha256) {
      throw "$name is not what the manifest lists: it was cut or changed on its way; nothing was changed"
    }
    Expand-Archive "$work\$name" $work

    New-Item -ItemType Directory -Force $bin | Out-Null
    Copy-Item "$work\inbox-$new-windows-x64\inbox.exe" $part
    $starts = "$(& $part --version)"
    if ($starts -ne $new) { throw "The executable does not run here; nothing was changed" }
    Set-Executable $part $exe

    $before = ''
    if ($former) { $before = "; before, it was $former" }
    Write-Output "Installed inbox $new as $exe$before."
    Write-Output "$signature. The checksum was checked."
    if (($env:Path -split ';') -notcontains $bin) { Write-Output "$bin is not in your PATH: add it in Settings, System, About, Advanced system settings." }
    if ($former) { Write-Output 'Next: restart the inbox if it is running. Until then it is the former version.' }
    else { Write-Output 'Next: inbox serve'; Write-Output 'It starts the server and prints a link to set a password.' }
  } finally {
    Remove-Item -Recurse -Force $work
    if (Test-Path $part) { Remove-Item -Force $part }
  }
}

function Get-ReleaseFile($address, $file) {
  try { Invoke-WebRequest -UseBasicParsing -Uri $address -OutFile $file }
  catch { throw "$address could not be downloaded; nothing was changed. $($_.Exception.Message)" }
}

# Returns the sentence that says whether the signature was checked.
function Test-ReleaseSignature($from, $work, $signers) {
  $not = 'The signature of the release was not checked'
  if ($signers -notmatch '(?m)^release ') { return "${not}: this script was made without a key" }
  $keygen = Get-Command ssh-keygen -ErrorAction SilentlyContinue
  if (-not $keygen) { return "${not}: ssh-keygen is not installed" }
  Get-ReleaseFile "$from/manifest.json.sig" "$work\manifest.json.sig"
  [IO.File]::WriteAllText("$work\signers", "$signers`n")
  $list = '-Y', 'verify', '-n', 'agent-inbox', '-I', 'release', '-f', "`"$work\signers`"", '-s', "`"$work\manifest.json.sig`""
  # By redirection: a pipe of PowerShell would change the bytes.
  $ran = Start-Process -FilePath $keygen.Source -ArgumentList $list -NoNewWindow -Wait -PassThru `
    -RedirectStandardInput "$work\manifest.json" -RedirectStandardOutput "$work\said" -RedirectStandardError "$work\warned"
  if ($ran.ExitCode -eq 0) { return 'The signature of the release was checked' }
  $warned = Get-Content -Raw "$work\warned"
  if ($warned -match 'unknown option|illegal option') { return "${not}: this ssh-keygen is too old" }
  throw "$from/manifest.json is not signed with a key of the inbox; nothing was changed. $warned"
}

# Whether one version is older than another. What follows a hyphen comes before the version itself.
function Test-Older($one, $other) {
  $first = [version]($one -replace '-.*')
  $second = [version]($other -replace '-.*')
  if ($first -ne $second) { return $first -lt $second }
  if (-not ($one -match '-')) { return $false }
  if (-not ($other -match '-')) { return $true }
  return $one -lt $other
}

# A running executable can't be replaced, but it can be renamed.
function Set-Executable($part, $exe) {
  $aside = "$exe.former"
  if (Test-Path $aside) { Remove-Item -Force $aside }
  $isThere = Test-Path $exe
  if ($isThere) { Move-Item $exe $aside }
  try { Move-Item $part $exe }
  catch {
    if ($isThere) { Move-Item $aside $exe }
    throw
  }
  if ($isThere) { Remove-Item -Force $aside -ErrorAction SilentlyContinue }
}

Install-Inbox
