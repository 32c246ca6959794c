import * as z from 'zod/mini'

/** Keys of a provider, as an operator's browser seals them. The salt keeps their hash from telling whether a guessed key is right. */
export const providerSecrets = z.strictObject({
  provider: z.string(),
  salt: z.string().check(z.minLength(20), z.maxLength(100)),
  keys: z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/^[\x21-\x7e]+$/))),
})
export type ProviderSecrets = z.infer<typeof providerSecrets>

/** Shorter keys show none of their characters. */
const shortestShownKey = 16

/** Returns what may be shown of a key: the last four characters of a long one. */
export function toKeyEnd(key: string): string {
  return key.length < shortestShownKey ? '' : key.slice(-4)
}

/** Says what the secrets are sealed for (`sealed-box.ts`). */
export const toSecretsContext = (provider: string): string => `provider:${provider}`
