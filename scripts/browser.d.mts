export const browserPackages: string[]
export function findDebianBrowser(): string | undefined
