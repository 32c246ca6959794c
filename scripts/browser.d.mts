export const browserPackages: string[]
export const fullBrowserPath: string
export function findDebianBrowser(): string | undefined
