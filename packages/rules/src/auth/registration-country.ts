export type RegistrationCountry = {
  readonly iso: string
  readonly numcode: number
  readonly parentId: number | null
  readonly block: boolean
  readonly allowRegistration: boolean
}

export type RegistrationStatus = 'open' | 'usa' | 'blocked'

const usaNumcode = 840

/** Returns the status. The United States and their territories have their own notice (spec: account 4, 5). */
export function getRegistrationStatus(country: RegistrationCountry | undefined): RegistrationStatus {
  if (!country || country.block) return 'blocked'
  if (country.numcode === usaNumcode || country.parentId === usaNumcode) return 'usa'
  return country.allowRegistration ? 'open' : 'blocked'
}
