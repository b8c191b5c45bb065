/** Why a release is not installed; nothing was changed. */
export class ReleaseRefused extends Error {}
