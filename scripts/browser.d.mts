export const browserPackages: string[]
export function debianBrowser(): string | undefined
