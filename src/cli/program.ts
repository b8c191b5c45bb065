export async function run(_argv: string[]): Promise<void> {}
