/** What decides whether somebody from a country may open an account. */
export type EntryCountry = {
  readonly iso: string
  readonly numcode: number
  readonly parentId: number | null
  readonly block: boolean
  readonly allowRegistration: boolean
}

export type Entry = 'open' | 'usa' | 'blocked'

const usa = 840

/** Whether accounts are opened in a country: the United States and their territories get a notice of their own (spec: account 4, 5). */
export function entryFrom(country: EntryCountry | undefined): Entry {
  if (!country || country.block) return 'blocked'
  if (country.numcode === usa || country.parentId === usa) return 'usa'
  return country.allowRegistration ? 'open' : 'blocked'
}
