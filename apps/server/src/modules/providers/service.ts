export { checkProvider } from './connect-provider.ts'
export { createAccessFinder, resealProviderKeys } from './provider-access.ts'
