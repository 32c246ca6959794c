export const hasSquawk: boolean
export function checkMigrations(folder: string, commit: string | null): string[]
